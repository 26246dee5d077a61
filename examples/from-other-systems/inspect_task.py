from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import match, model_graded_fact
from inspect_ai.solver import generate, system_message


@task
def numbers():
    return Task(
        dataset=[
            Sample(input="How many metres are 5 kilometres?", target="5000"),
            Sample(input="At how many degrees Celsius does water boil at sea level?", target="100"),
        ],
        solver=[system_message("Answer in one sentence, the number last."), generate()],
        scorer=match(numeric=True),
        epochs=Epochs(2, "pass_at_1"),
    )


@task
def reasons():
    return Task(
        dataset=[
            Sample(
                input="Why is the sky blue by day?",
                target="Air scatters blue light more than red light.",
            )
        ],
        solver=generate(),
        scorer=model_graded_fact(),
    )
