"""Nodes with the tools they work with: each turn may ask for a policy of its own."""

from collections.abc import Awaitable, Callable
from typing import Protocol, Self

from dragoman.domain.asker import Policy
from dragoman.graphs.path import Node, State, TurnContext, Update


class Tools(Protocol):
    """What the nodes of an assistant work with."""

    def under(self, policy: Policy | None) -> Self:
        """Return the same under the policy that a turn asks for; None leaves what is set."""


def using(node: Callable[..., Update | Awaitable[Update]], tools: Tools) -> Node:
    """Return a node that is handed the tools, under the policy of each turn."""

    def with_tools(state: State, turn: TurnContext) -> Update | Awaitable[Update]:
        return node(state, turn, tools=tools.under(turn.asker.policy))

    return with_tools
