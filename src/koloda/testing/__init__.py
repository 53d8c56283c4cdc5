"""The contract suite: what every game promises, as checks that run on any game of the registry.

In the tests of a game's own package:

    from koloda.testing import contract_tests

    test_contract = contract_tests("believe")

and `koloda check-game believe` runs them without pytest.
"""

from koloda.testing.suite import CHECKS as CHECKS
from koloda.testing.suite import Check as Check
from koloda.testing.suite import contract_tests as contract_tests
from koloda.testing.variants import Variant as Variant
