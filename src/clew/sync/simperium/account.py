"""The person's account at the service: where it is, by which token, and under what name its state is kept."""

from __future__ import annotations

from clew.config import device_of
from clew.sync.simperium.client import SERVICE, Client
from clew.sync.simperium.connection import Connection, Pace
from clew.sync.simperium.tokens import Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.sync.link import Place

_HOSTS = {
    "data": "https://api.simperium.com",
    "auth": "https://auth.simperium.com",
    "account": "https://app.simplenote.com",
}


def client_of(place: Place, token: str) -> Client:
    """What asks the service in the name of this device."""
    return Client(connection(place, "data"), token, device_of(place.settings) or "clew")


def count_of(place: Place, token: str) -> int:
    """How many notes are in the account of a token; by that it is tried."""
    client = client_of(place, token)
    try:
        return len(client.index()[0])
    finally:
        client.close()


def connection(place: Place, host: str) -> Connection:
    """To one of the service's hosts, at the pace of its own programs; with an address of one's own, to that."""
    address = place.settings.simplenote_url
    return Connection(address, SERVICE) if address else Connection(_HOSTS[host], SERVICE, Pace(2, 20))


def tokens_of(place: Place) -> Tokens:
    """Where the token is."""
    return Tokens(place.home, place.settings.simplenote_url or "", place.environ)


def name_of(place: Place) -> str:
    """What the common states are kept under: another address is another account."""
    return f"simplenote {place.settings.simplenote_url or ''}".strip()
