import { blockedBuyerInput } from "../../../worker/contract/customers/customers.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { blockBuyer, unblockBuyer, useBlockedBuyers } from "../../lib/server/queries/customers.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";
import { useAct } from "./use-act.ts";

type Changes = { onChanged: () => Promise<unknown> };

/** Addresses that can't order; they need not be customers. */
export function BlockedDialog({
	open,
	onClose,
	onChanged,
}: Changes & { open: boolean; onClose: () => void }) {
	const t = useTexts();
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t("customers.blockedTitle")}
			closeLabel={t("customers.close")}
		>
			<p className="mb-4 text-muted">{t("customers.blockedText")}</p>
			<AddForm onChanged={onChanged} />
			<Blocked onChanged={onChanged} />
		</Dialog>
	);
}

function AddForm({ onChanged }: Changes) {
	const t = useTexts();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: blockedBuyerInput,
		async submit({ email }, form) {
			await blockBuyer(email);
			await onChanged();
			form.reset();
		},
	});
	return (
		<form method="post" onSubmit={onSubmit} noValidate className="flex flex-wrap items-end gap-3">
			<TextField
				label={t("customers.email")}
				fieldClass="min-w-0 grow basis-48"
				className="w-full"
				name="email"
				type="email"
				autoComplete="off"
				error={errors.email}
			/>
			<FailedAlert
				failure={failure}
				title={t("customers.failed")}
				fallback={t("customers.tryAgain")}
				className="w-full"
			/>
			<Button type="submit" pending={pending && t("customers.working")}>
				{t("customers.block")}
			</Button>
		</form>
	);
}

function Blocked({ onChanged }: Changes) {
	const t = useTexts();
	const { data, error } = useBlockedBuyers();
	const { pending, act } = useAct(onChanged);
	if (error && !data)
		return (
			<Alert tone="danger" className="mt-5" title={t("customers.loadFailed")}>
				{failureText(error, t("customers.tryAgain"))}
			</Alert>
		);
	if (!data) return <Skeleton className="mt-5 h-16" />;
	if (data.length === 0) return <p className="mt-5 text-muted">{t("customers.blockedNone")}</p>;
	return (
		<ul className="mt-5 divide-y divide-line">
			{data.map(({ email, since }) => (
				<li key={email} className="flex items-center justify-between gap-4 py-3">
					<div className="min-w-0">
						<p className="wrap-anywhere font-medium">{email}</p>
						<p className="text-13 text-muted">
							{t("customers.blockedSince", { date: formatDate(since) })}
						</p>
					</div>
					<Button
						size="sm"
						disabled={pending}
						aria-label={t("customers.unblockOf", { email })}
						onClick={() => act(() => unblockBuyer(email), t("customers.unblocked"))}
					>
						{t("customers.unblock")}
					</Button>
				</li>
			))}
		</ul>
	);
}
