"""Which hosts and addresses may be connected to when somebody else may have chosen them."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

# Addresses that carry another one inside; what they reach depends on the network and cannot be checked.
_CARRY_ANOTHER = tuple(
    map(ip_network, ("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::ffff:0:0:0/96"))
)
# Services that hand out keys of the machine; those at link-local addresses are refused with these.
_METADATA = frozenset(map(ip_address, ("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254")))
_NUMERIC = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?\Z", re.IGNORECASE)
# What browsers and resolvers read in different ways, and blanks.
_ODD = re.compile(r"[\x00-\x20\x7f-\x9f\\\u2000-\u200f\u2028-\u202f\u3000\ufeff]")
MAX_ADDRESS = 2_000  # characters


def refusal_of_text(address: str) -> str:
    """Return why an address is not even taken apart; nothing when it can be."""
    if len(address) > MAX_ADDRESS:
        return "its address is too long"
    return "its address has characters that no address has" if _ODD.search(address) else ""


def refusal_of_host(host: str) -> str:
    """Return why a name or literal address is not looked up; nothing when it may be.

    A host that ends in a number must be an address in its one plain form: resolvers also read 2130706433,
    0x7f.1 and 0177.0.0.1 as 127.0.0.1.
    """
    if not host:
        return "its address names no host"
    if "%" in host:
        return "its host is written with escapes or a zone"
    if ":" not in host and _NUMERIC.match(host.rstrip(".").rpartition(".")[2]):
        try:
            IPv4Address(host)
        except ValueError:
            return "its host is a number in a form we do not read"
    return ""


def is_literal(host: str) -> bool:
    """Say whether a host is an address itself and needs no look-up."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def refusal_of_address(address: str, *, is_own: bool = False) -> str:
    """Return why no connection is made to an address; nothing when one may be.

    `is_own` says that a person named the host as one of their own network.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return "its host has no address that can be read"
    if isinstance(ip, IPv6Address) and any(ip in network for network in _CARRY_ANOTHER):
        return "its address hides another one"
    if ip in _METADATA or ip.is_link_local or ip.is_multicast or ip.is_unspecified:
        return "its address is not one of a web server"
    if ip.is_loopback or ip.is_private:
        return "" if is_own else "it leads into a private network"
    return "" if ip.is_global and not ip.is_reserved else "its address is not one of the public internet"
