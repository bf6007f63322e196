"""Questions over the annual reports of mining companies."""
