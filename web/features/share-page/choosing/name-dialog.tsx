import { type FormEvent, useId, useState } from "react";
import { MAX_NAME_LENGTH } from "../../../../worker/contract/constants.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { useChoosingTexts } from "./texts.ts";

type Props = {
	action: string;
	/** the action while it is under way */
	busy: string;
	onName: (name: string) => Promise<unknown>;
	onClose: () => void;
};

/** Asked once for each share and browser. */
export function NameDialog({ action, busy, onName, onClose }: Props) {
	const t = useChoosingTexts();
	const id = useId();
	const [pending, setPending] = useState(false);
	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const name = String(new FormData(event.currentTarget).get("name")).trim();
		if (!name || pending) return;
		setPending(true);
		await onName(name);
		setPending(false);
	}
	return (
		<Dialog
			onClose={onClose}
			title={t("choosing.nameTitle")}
			actions={
				<Button type="submit" form={id} tone="primary" pending={pending && busy}>
					{action}
				</Button>
			}
		>
			<form id={id} onSubmit={submit}>
				<Field label={t("choosing.name")} hint={t("choosing.nameHint")}>
					{(wiring) => (
						<input
							{...wiring}
							className="h-11 w-full rounded-control border border-edge bg-surface px-3"
							name="name"
							autoComplete="name"
							maxLength={MAX_NAME_LENGTH}
							required
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}
