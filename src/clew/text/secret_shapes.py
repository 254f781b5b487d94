"""What keys look like: one row a shape, with who documents it or where it was seen.

A row is (kind, prefix, alphabet, shortest, longest, needs, source). The prefix stays readable, what follows it
is masked. Lengths count what follows the prefix; the shortest is a little below the documented length where the
prefix alone is telling, so that a clipped key is caught too; longest 0 is no limit, since providers lengthen
their keys. `needs` are the sorts of characters that must occur (`A`, `a`, `0`), `~` that they are shuffled,
`.` that there are two dots: weak prefixes need more.

Not here, on purpose: identifiers that are no secrets (Twilio's AC…, Stripe's pk_…), and shapes without any mark
of their own (32 hex digits), which are keys only beside a key word: see `secret_words`.
"""

from __future__ import annotations

HEX = b"0123456789abcdef"
CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
WORD = CAPITALS + b"abcdefghijklmnopqrstuvwxyz"
WORD_ = WORD + b"_"
URL = WORD_ + b"-"
DOTTED = URL + b"."
BASE64 = WORD + b"+/="

SHAPES = (
    # models
    ("anthropic", b"sk-ant-", URL, 24, 0, "0", "Anthropic: API keys api03, admin keys admin01, OAuth tokens oat01"),
    ("openai", b"sk-proj-", URL, 32, 0, "0", "OpenAI: keys of a project"),
    ("openai", b"sk-svcacct-", URL, 32, 0, "0", "OpenAI: keys of a service account"),
    ("openai", b"sk-admin-", URL, 32, 0, "0", "OpenAI: admin keys"),
    ("openrouter", b"sk-or-v1-", HEX, 40, 0, "", "OpenRouter: 64 hex digits"),
    ("langfuse", b"sk-lf-", HEX + b"-", 32, 0, "0", "Langfuse: a UUID"),
    ("moonshot", b"sk-kimi-", WORD, 32, 0, "0", "Moonshot: Kimi for coding"),
    (
        "sk",
        b"sk-",
        WORD,
        20,
        0,
        "a0",
        "OpenAI's first keys (48), DeepSeek (32), Moonshot (48), Qwen (32), SiliconFlow (48)",
    ),
    ("sk", b"sk-", URL, 20, 0, "Aa0~", "LiteLLM and other gateways: 16 random bytes, URL-safe"),
    ("google", b"AIza", URL, 30, 0, "", "Google Cloud: API keys, 35 follow"),
    ("google", b"AQ.", URL, 40, 0, "Aa0", "Google AI Studio: authorization keys, since 2026"),
    ("google-oauth", b"GOCSPX-", URL, 24, 0, "", "Google: OAuth client secrets, 28 follow"),
    ("google-oauth", b"ya29.", DOTTED, 30, 0, "", "Google: OAuth access tokens"),
    ("groq", b"gsk_", WORD, 40, 0, "", "Groq: 52 follow"),
    ("xai", b"xai-", WORD_, 60, 0, "", "xAI: 80 follow"),
    ("perplexity", b"pplx-", WORD, 40, 0, "", "Perplexity: 48 follow"),
    ("huggingface", b"hf_", WORD, 30, 0, "Aa", "Hugging Face: user access tokens, 34 letters"),
    ("huggingface", b"api_org_", WORD, 30, 0, "Aa", "Hugging Face: tokens of an organisation, 34 letters"),
    ("replicate", b"r8_", WORD, 36, 0, "", "Replicate: 37 follow"),
    ("nvidia", b"nvapi-", URL, 50, 0, "", "NVIDIA: API catalog and NGC keys, 64 follow"),
    ("tavily", b"tvly-", URL, 28, 0, "0", "Tavily: tvly-dev-, tvly-prod-"),
    ("langsmith", b"lsv2_", WORD_, 36, 0, "0", "LangSmith: lsv2_pt_, lsv2_sk_"),
    ("jina", b"jina_", URL, 40, 0, "0", "Jina AI: 60 follow"),
    ("elevenlabs", b"sk_", HEX, 40, 0, "", "ElevenLabs: 48 hex digits"),
    ("together", b"tgp_v1_", URL, 32, 0, "", "Together AI"),
    ("fireworks", b"fw_", WORD, 22, 0, "Aa0", "Fireworks AI"),
    ("coze", b"pat_", WORD, 56, 0, "Aa0", "Coze: personal access tokens, 64 follow"),
    # clouds
    ("aws", b"AKIA", CAPITALS, 16, 16, "", "AWS IAM: ids of long-term access keys"),
    ("aws", b"ASIA", CAPITALS, 16, 16, "", "AWS STS: ids of temporary access keys"),
    ("aws", b"ABSK", BASE64, 100, 0, "Aa0", "AWS Bedrock: long-term API keys"),
    ("alibaba", b"LTAI", WORD, 12, 26, "a0", "Alibaba Cloud: AccessKey ids, 16 to 24 in all"),
    ("tencent", b"AKID", WORD, 32, 40, "a0", "Tencent Cloud: SecretIds, 36 or 40 in all"),
    ("volcengine", b"AKLT", URL, 30, 0, "Aa0", "Volcengine IAM: AKLT[a-zA-Z0-9-_]+"),
    ("baidu", b"ALTAK-", WORD + b"/", 40, 0, "0", "Baidu Qianfan: bce-v3/ALTAK-…/…"),
    ("digitalocean", b"dop_v1_", HEX, 60, 0, "", "DigitalOcean: personal access tokens, 64 hex digits"),
    ("digitalocean", b"doo_v1_", HEX, 60, 0, "", "DigitalOcean: OAuth tokens"),
    ("digitalocean", b"dor_v1_", HEX, 60, 0, "", "DigitalOcean: refresh tokens"),
    ("databricks", b"dapi", HEX, 32, 32, "", "Databricks: personal access tokens, 32 hex digits"),
    ("supabase", b"sbp_", HEX, 40, 0, "", "Supabase: personal access tokens"),
    ("supabase", b"sb_secret_", URL, 24, 0, "", "Supabase: secret API keys"),
    ("planetscale", b"pscale_tkn_", DOTTED, 32, 0, "", "PlanetScale: service tokens"),
    ("planetscale", b"pscale_pw_", DOTTED, 32, 0, "", "PlanetScale: passwords of a branch"),
    ("planetscale", b"pscale_oauth_", DOTTED, 32, 0, "", "PlanetScale: OAuth tokens"),
    ("netlify", b"nfp_", WORD, 36, 0, "", "Netlify: personal access tokens"),
    ("heroku", b"HRKU-", URL, 36, 0, "", "Heroku: API tokens"),
    ("fly", b"fm2_", BASE64, 100, 0, "", "Fly.io: macaroon tokens"),
    ("tailscale", b"tskey-", URL, 24, 0, "0", "Tailscale: tskey-api-, tskey-auth-, tskey-client-"),
    ("vault", b"hvs.", URL, 24, 0, "", "HashiCorp Vault: service tokens"),
    ("vault", b"hvb.", URL, 24, 0, "", "HashiCorp Vault: batch tokens"),
    ("vault", b"hvr.", URL, 24, 0, "", "HashiCorp Vault: recovery tokens"),
    ("doppler", b"dp.pt.", WORD, 36, 0, "", "Doppler: personal tokens, 43 follow"),
    ("doppler", b"dp.st.", DOTTED, 36, 0, "", "Doppler: service tokens, dp.st.ENVIRONMENT.…"),
    ("doppler", b"dp.ct.", WORD, 36, 0, "", "Doppler: tokens of the command line"),
    ("doppler", b"dp.sa.", WORD, 36, 0, "", "Doppler: service accounts"),
    ("onepassword", b"ops_eyJ", BASE64 + b"-_", 200, 0, "", "1Password: service account tokens"),
    ("age", b"AGE-SECRET-KEY-", CAPITALS + b"-", 58, 0, "", "age: identities, bech32, the post-quantum ones too"),
    # code and packages
    ("github", b"ghp_", WORD, 32, 0, "", "GitHub: personal access tokens, 36 follow, 255 planned for"),
    ("github", b"gho_", WORD, 32, 0, "", "GitHub: OAuth access tokens"),
    ("github", b"ghu_", WORD, 32, 0, "", "GitHub: user tokens of an app"),
    ("github", b"ghs_", DOTTED, 32, 0, "", "GitHub: installation tokens of an app, since 2026 a JWT follows"),
    ("github", b"ghr_", WORD, 32, 0, "", "GitHub: refresh tokens, 76 follow"),
    ("github", b"github_pat_", WORD_, 60, 0, "", "GitHub: fine-grained tokens, 82 follow"),
    ("gitlab", b"glpat-", DOTTED, 20, 0, "", "GitLab: personal access tokens, the routable ones with dots too"),
    ("gitlab", b"gldt-", URL, 20, 0, "", "GitLab: deploy tokens"),
    ("gitlab", b"glrt-", DOTTED, 20, 0, "", "GitLab: runner authentication tokens"),
    ("gitlab", b"glcbt-", URL, 20, 0, "", "GitLab: job tokens"),
    ("gitlab", b"glptt-", URL, 20, 0, "", "GitLab: pipeline trigger tokens"),
    ("gitlab", b"glft-", URL, 20, 0, "", "GitLab: feed tokens"),
    ("gitlab", b"glimt-", URL, 20, 0, "", "GitLab: incoming mail tokens"),
    ("gitlab", b"glagent-", URL, 20, 0, "", "GitLab: agent tokens"),
    ("gitlab", b"gloas-", URL, 20, 0, "", "GitLab: OAuth application secrets"),
    ("gitlab", b"glsoat-", URL, 20, 0, "", "GitLab: SCIM tokens"),
    ("gitlab", b"glffct-", URL, 20, 0, "", "GitLab: feature flag clients"),
    ("npm", b"npm_", WORD, 36, 0, "", "npm: access tokens, 36 follow"),
    ("pypi", b"pypi-AgE", URL, 50, 0, "", "PyPI: macaroons of the index and the test index"),
    ("rubygems", b"rubygems_", HEX, 40, 0, "", "RubyGems: 48 hex digits"),
    ("crates", b"cio", WORD, 32, 32, "Aa0~", "crates.io: 32 follow"),
    ("docker", b"dckr_pat_", URL, 24, 0, "", "Docker Hub: personal access tokens"),
    ("docker", b"dckr_oat_", URL, 24, 0, "", "Docker Hub: tokens of an organisation"),
    ("sonar", b"sqp_", HEX, 40, 0, "", "SonarQube: project tokens"),
    ("sonar", b"squ_", HEX, 40, 0, "", "SonarQube: user tokens"),
    ("circleci", b"CCIPAT_", WORD_, 40, 0, "", "CircleCI: personal tokens"),
    # work
    ("slack", b"xoxb-", URL, 24, 0, "0", "Slack: tokens of a bot"),
    ("slack", b"xoxp-", URL, 24, 0, "0", "Slack: tokens of a user"),
    ("slack", b"xoxa-", URL, 24, 0, "0", "Slack: workspace access tokens"),
    ("slack", b"xoxr-", URL, 24, 0, "0", "Slack: workspace refresh tokens"),
    ("slack", b"xoxs-", URL, 24, 0, "0", "Slack: tokens of a session"),
    ("slack", b"xoxe-", URL, 24, 0, "0", "Slack: refresh tokens of rotation; xoxe.xoxb- meets the row of xoxb-"),
    ("slack", b"xoxc-", URL, 24, 0, "0", "Slack: tokens of the web client"),
    ("slack", b"xoxd-", URL + b"%", 24, 0, "", "Slack: the cookie that goes with xoxc-"),
    ("slack", b"xapp-", URL, 24, 0, "0", "Slack: app-level tokens"),
    ("notion", b"ntn_", WORD, 40, 0, "0", "Notion: 11 digits and 35 more"),
    ("notion", b"secret_", WORD, 43, 43, "Aa0", "Notion: tokens before 2024"),
    ("linear", b"lin_api_", WORD, 32, 0, "", "Linear: API keys, 40 follow"),
    ("linear", b"lin_oauth_", WORD, 32, 0, "", "Linear: OAuth tokens"),
    ("atlassian", b"ATATT3", URL + b"=", 80, 0, "", "Atlassian: API tokens, 186 follow"),
    ("atlassian", b"ATCTT3", URL + b"=", 80, 0, "", "Bitbucket: access tokens"),
    ("airtable", b"pat", WORD + b".", 79, 79, "Aa0", "Airtable: 14 characters, a dot, 64 hex digits"),
    ("figma", b"figd_", URL, 36, 0, "", "Figma: personal access tokens"),
    ("hubspot", b"pat-na1-", HEX + b"-", 36, 36, "", "HubSpot: private apps, a UUID"),
    ("hubspot", b"pat-eu1-", HEX + b"-", 36, 36, "", "HubSpot: private apps, a UUID"),
    ("dropbox", b"sl.", URL, 100, 0, "Aa0", "Dropbox: short-lived access tokens"),
    ("mapbox", b"sk.eyJ", DOTTED, 60, 0, "", "Mapbox: secret tokens (its pk. tokens are public)"),
    # shops and messages
    ("stripe", b"sk_live_", WORD, 20, 0, "0", "Stripe: secret keys, 24 or more follow"),
    ("stripe", b"sk_test_", WORD, 20, 0, "0", "Stripe: secret keys of the test mode"),
    ("stripe", b"rk_live_", WORD, 20, 0, "0", "Stripe: restricted keys"),
    ("stripe", b"rk_test_", WORD, 20, 0, "0", "Stripe: restricted keys of the test mode"),
    ("stripe", b"whsec_", BASE64, 28, 0, "Aa0", "Stripe and Svix: secrets that sign a webhook"),
    ("shopify", b"shpat_", HEX, 32, 0, "", "Shopify: access tokens, 32 hex digits"),
    ("shopify", b"shpca_", HEX, 32, 0, "", "Shopify: tokens of a custom app"),
    ("shopify", b"shppa_", HEX, 32, 0, "", "Shopify: passwords of a private app"),
    ("shopify", b"shpss_", HEX, 32, 0, "", "Shopify: shared secrets"),
    ("square", b"sq0atp-", URL, 22, 0, "", "Square: access tokens"),
    ("square", b"sq0csp-", URL, 40, 0, "", "Square: OAuth secrets"),
    ("sendgrid", b"SG.", DOTTED, 50, 0, "Aa0", "SendGrid: 22 characters, a dot, 43 more"),
    ("mailgun", b"key-", HEX, 32, 32, "a0", "Mailgun: private API keys, 32 hex digits"),
    ("twilio", b"SK", HEX, 32, 32, "a0", "Twilio: API key SIDs, 32 hex digits"),
    # watching
    ("grafana", b"glsa_", WORD_, 36, 0, "0", "Grafana: service accounts, 32 characters and a checksum"),
    ("grafana", b"glc_", BASE64, 40, 0, "Aa0", "Grafana Cloud: access policy tokens"),
    ("sentry", b"sntrys_", BASE64 + b"_", 60, 0, "", "Sentry: tokens of an organisation"),
    ("sentry", b"sntryu_", HEX, 60, 0, "", "Sentry: tokens of a user"),
    ("newrelic", b"NRAK-", CAPITALS, 27, 0, "", "New Relic: user keys"),
    ("dynatrace", b"dt0c01.", CAPITALS + b".", 80, 0, "", "Dynatrace: 24 characters, a dot, 64 more"),
    ("postman", b"PMAK-", HEX + b"-", 55, 0, "", "Postman: 24 hex digits and 34 more"),
    # signed by anybody
    ("jwt", b"eyJ", DOTTED, 40, 0, ".", 'RFC 7519: a JSON Web Token begins with {" in base64'),
)

# The secret that is often pasted right behind an id: how many characters it has.
PAIRED = {b"AKIA": 40, b"ASIA": 40, b"LTAI": 30, b"AKID": 32}

# Addresses that are secrets as a whole: whoever knows them can post.
WEBHOOKS = (
    ("slack", b"hooks.slack.com/services/", WORD + b"/", 30),
    ("slack", b"hooks.slack.com/workflows/", WORD + b"/", 30),
    ("slack", b"hooks.slack.com/triggers/", WORD + b"/", 30),
    ("discord", b"discord.com/api/webhooks/", URL + b"/", 60),
    ("discord", b"discordapp.com/api/webhooks/", URL + b"/", 60),
    ("discord", b"canary.discord.com/api/webhooks/", URL + b"/", 60),
    ("discord", b"ptb.discord.com/api/webhooks/", URL + b"/", 60),
    ("feishu", b"open.feishu.cn/open-apis/bot/v2/hook/", URL, 30),
    ("feishu", b"open.larksuite.com/open-apis/bot/v2/hook/", URL, 30),
    ("dingtalk", b"oapi.dingtalk.com/robot/send?access_token=", HEX, 60),
    ("wecom", b"qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", URL, 30),
)

# Passwords in an address that are no secret: what documentation and local set-ups write.
OPEN_PASSWORDS = frozenset(
    b"pass passwd password passphrase pwd secret changeme token apikey api_key user username admin root guest test "
    b"postgres mysql mariadb mongo redis rabbitmq minio minioadmin x-oauth-basic x-token-auth oauth2 pw dbpass".split()
)
