"""What every way in answers alike: a menu, a project, an error. As the keys of JSON, and as text where it is the same."""
