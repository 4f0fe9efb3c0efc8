"""How much of something each address holds, within bounds for each and for all together."""


class Holdings:
    """Amounts by address; those who hold nothing are not remembered."""

    def __init__(self, most_each: int, most: int) -> None:
        self._most_each, self._most = most_each, most
        self._held: dict[str, int] = {}
        self._total = 0

    def take(self, address: str, amount: int) -> bool:
        """Whether an address may hold so much more; then it does."""
        if not amount:
            return True
        held = self._held.get(address, 0) + amount
        if held > self._most_each or self._total + amount > self._most:
            return False
        self._held[address] = held
        self._total += amount
        return True

    def give_back(self, address: str, amount: int) -> None:
        """An address holds so much less."""
        self._total -= amount
        self._held[address] -= amount
        if not self._held[address]:
            del self._held[address]
