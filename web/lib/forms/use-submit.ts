import { type FormEvent, useCallback, useRef, useState } from "react";

export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/**
 * Submits once at a time; `pending` lasts from the call of `begin`, once the input is valid. Changing a
 * field clears its error.
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
		// This listener runs before React's: rendering now would restore a controlled input's old value.
		setTimeout(() =>
			setErrors((errors) => {
				const { [name]: corrected, ...others } = errors;
				return corrected === undefined ? errors : others;
			}),
		);
	}, []);

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		// Events of a dialog's form bubble through React's tree into this one.
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
	// A control in a closed fold can't take the focus.
	for (
		let fold = first.closest("details");
		fold;
		fold = fold.parentElement?.closest("details") ?? null
	)
		fold.open = true;
	first.focus();
}
