import { useEffect, useRef, useState } from "react";
import type { OwnSanction } from "../../../worker/trust/moderation/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, TextArea, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { OptionalFields } from "../../ui/optional-fields.tsx";
import { toast } from "../../ui/toast.ts";
import { appealForm } from "./appeal-input.ts";
import { appealDecision } from "./queries.ts";
import { useTexts } from "./texts.ts";

type Props = { decision: OwnSanction; onDone: () => void; onCancel: () => void };

export function AppealForm({ decision, onDone, onCancel }: Props) {
	const t = useTexts();
	const first = useRef<HTMLTextAreaElement>(null);
	const [isCounterNotice, setCounterNotice] = useState(false);
	useEffect(() => first.current?.focus(), []);
	const form = useForm({
		schema: appealForm,
		async submit(json) {
			await appealDecision(decision.id, json);
			toast({ tone: "good", title: t("decisions.appealed"), text: t("decisions.openText") });
			onDone();
		},
	});
	return (
		<Form of={form} failed={t("decisions.failed")}>
			<TextArea
				ref={first}
				label={t("decisions.why")}
				name="text"
				rows={6}
				required
				hint={t("decisions.whyHint")}
			/>
			{decision.kind === "take_down" && decision.category === "copyright" && (
				<>
					<CheckField
						label={t("decisions.counterNotice")}
						hint={t("decisions.counterNoticeHint")}
						name="counterNotice"
						checked={isCounterNotice}
						onChange={(event) => setCounterNotice(event.target.checked)}
					/>
					<OptionalFields asked={isCounterNotice}>
						<CounterNotice />
					</OptionalFields>
				</>
			)}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" tone="primary" pending={form.pending && t("decisions.sending")}>
					{t("decisions.send")}
				</Button>
				<Button tone="quiet" onClick={onCancel}>
					{t("decisions.cancel")}
				</Button>
			</div>
		</Form>
	);
}

function CounterNotice() {
	const t = useTexts();
	return (
		<>
			<TextField
				label={t("decisions.name")}
				name="counterNotice.name"
				autoComplete="name"
				required
			/>
			<TextArea
				label={t("decisions.address")}
				name="counterNotice.address"
				autoComplete="street-address"
				rows={3}
				required
				hint={t("decisions.addressHint")}
			/>
			<TextField
				label={t("decisions.phone")}
				name="counterNotice.phone"
				type="tel"
				autoComplete="tel"
				required
			/>
			<CheckField
				label={t("decisions.statement")}
				hint={t("decisions.jurisdiction")}
				name="counterNotice.statement"
				required
			/>
			<TextField
				label={t("decisions.signature")}
				name="counterNotice.signature"
				autoComplete="off"
				required
				hint={t("decisions.signatureHint")}
			/>
		</>
	);
}
