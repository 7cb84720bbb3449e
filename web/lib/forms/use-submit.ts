import { type FormEvent, useCallback, useRef, useState } from "react";

/** Messages for people, by the name of the field that they are about. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/**
 * What every form does when it is submitted: one submission at a time; `pending` from the call of `begin`,
 * when the input has been found valid, to the end; and the errors that `submit` returns are shown at
 * their fields, of which the first gets the focus. The error of a field goes when the field is changed.
 */
export function useSubmit(
	// biome-ignore lint/suspicious/noConfusingVoidType: a submission that succeeds returns nothing
	submit: (form: HTMLFormElement, begin: () => void) => Promise<FieldErrors | void>,
) {
	const [errors, setErrors] = useState<FieldErrors>({});
	const [pending, setPending] = useState(false);
	const isBusy = useRef(false);
	const forgetError = useCallback(({ target }: Event) => {
		const name = target && "name" in target ? String(target.name) : "";
		// This listener runs before React's: rendering now would put the old value of a controlled input
		// back.
		setTimeout(() =>
			setErrors((errors) => {
				const { [name]: corrected, ...others } = errors;
				return corrected === undefined ? errors : others;
			}),
		);
	}, []);

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		// A dialog's form is not in this one, but its events rise through the components around it.
		if (isBusy.current || event.target !== event.currentTarget) return;
		const form = event.currentTarget;
		isBusy.current = true;
		try {
			const found = await submit(form, () => {
				setPending(true);
				setErrors({});
			});
			setErrors(found ?? {});
			if (!found) return;
			focusFirst(form, found);
			form.addEventListener("input", forgetError);
		} finally {
			isBusy.current = false;
			setPending(false);
		}
	}

	return { errors, setErrors, pending, onSubmit };
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
	const first = [...form.elements].find(
		(control) => "name" in control && typeof control.name === "string" && errors[control.name],
	);
	if (!(first instanceof HTMLElement)) return;
	// A control in a closed fold takes no focus.
	for (
		let fold = first.closest("details");
		fold;
		fold = fold.parentElement?.closest("details") ?? null
	)
		fold.open = true;
	first.focus();
}
