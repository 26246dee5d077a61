import pytest
from deepeval import assert_test
from deepeval.metrics import FaithfulnessMetric, GEval
from deepeval.test_case import LLMTestCase, LLMTestCaseParams

cases = [
    LLMTestCase(
        input="Who pays for sending a lamp back?",
        actual_output="We pay for it. The label is in the box.",
        expected_output="The shop pays.",
        retrieval_context=["Returns are free of charge: the shop pays. A label lies in each box."],
    ),
    LLMTestCase(
        input="When do I get my money back?",
        actual_output="Within 14 days. Gift cards are refunded at once.",
        expected_output="Within 14 days after the lamp has arrived.",
        retrieval_context=["Money is paid back within 14 days after the lamp has arrived."],
    ),
]

correctness = GEval(
    name="Correctness",
    criteria="Does the actual output say what the expected output says?",
    evaluation_params=[LLMTestCaseParams.ACTUAL_OUTPUT, LLMTestCaseParams.EXPECTED_OUTPUT],
    threshold=0.5,
)


@pytest.mark.parametrize("case", cases)
def test_returns(case: LLMTestCase):
    assert_test(case, [correctness, FaithfulnessMetric(threshold=0.9)])
