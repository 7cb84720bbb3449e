import { useState } from "react";
import {
	findPurchasesInput,
	type MyPurchase,
	verifyPurchasesInput,
} from "../../../worker/customers/receipts/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { findPurchases, verifyPurchases } from "../../lib/server/queries/purchases.ts";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { CodeField } from "./code-field.tsx";
import { useTexts } from "./texts.ts";

type Props = { onFound: (purchases: MyPurchase[], email: string) => void };

export function FindForm({ onFound }: Props) {
	const [sentTo, setSentTo] = useState<string | null>(null);
	if (sentTo === null) return <EmailForm onSent={setSentTo} />;
	return (
		<CodeForm
			email={sentTo}
			onOther={() => setSentTo(null)}
			onFound={(purchases) => {
				onFound(purchases, sentTo);
				setSentTo(null);
			}}
		/>
	);
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: findPurchasesInput,
		async submit(json) {
			await findPurchases(json);
			onSent(json.email);
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5">
			<TextField
				label={t("purchases.email")}
				hint={t("purchases.emailHint")}
				error={errors.email}
				name="email"
				type="email"
				inputMode="email"
				autoComplete="email"
				required
			/>
			<FailedAlert
				failure={failure}
				title={t("purchases.sendFailed")}
				fallback={t("purchases.tryAgain")}
			/>
			<Button type="submit" tone="primary" pending={pending && t("purchases.sending")}>
				{t("purchases.send")}
			</Button>
		</form>
	);
}

function CodeForm({
	email,
	onOther,
	onFound,
}: {
	email: string;
	onOther: () => void;
	onFound: (purchases: MyPurchase[]) => void;
}) {
	const t = useTexts();
	const [code, setCode] = useState("");
	const { errors, pending, failure, setFailure, onSubmit } = useForm({
		schema: verifyPurchasesInput,
		extra: { email },
		async submit(json) {
			onFound(await verifyPurchases(json));
		},
	});

	async function sendAgain() {
		setFailure(null);
		setCode("");
		try {
			await findPurchases({ email });
			toast({ tone: "good", title: t("purchases.sentAgain") });
		} catch (error) {
			setFailure(error);
		}
	}

	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5">
			<p role="status">
				{t.rich(
					"purchases.sent",
					{ b: <strong className="[overflow-wrap:anywhere]" /> },
					{ email },
				)}
			</p>
			<CodeField
				value={code}
				onChange={setCode}
				error={
					errors.code ??
					(failure === null ? undefined : failureText(failure, t("purchases.tryAgain")))
				}
			/>
			<Button type="submit" tone="primary" pending={pending && t("purchases.checking")}>
				{t("purchases.check")}
			</Button>
			<div className="-mx-4 -mb-2 flex flex-wrap gap-x-2">
				<button type="button" className="btn btn-ghost" onClick={sendAgain}>
					{t("purchases.again")}
				</button>
				<button type="button" className="btn btn-ghost" onClick={onOther}>
					{t("purchases.other")}
				</button>
			</div>
		</form>
	);
}
