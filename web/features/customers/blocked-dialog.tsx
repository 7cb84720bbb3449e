import { type BlockedBuyer, blockedBuyerInput } from "../../../worker/customers/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { blockBuyer, unblockBuyer, useBlockedBuyers } from "../../lib/server/queries/customers.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useTexts } from "./texts.ts";
import { useAct } from "./use-act.ts";

type Changes = { onChanged: () => Promise<unknown> };

export function BlockedDialog({ onClose, onChanged }: Changes & { onClose: () => void }) {
	const t = useTexts();
	const form = useForm({
		schema: blockedBuyerInput,
		async submit({ email }, element) {
			await blockBuyer(email);
			await onChanged();
			element.reset();
		},
	});
	return (
		<Dialog onClose={onClose} title={t("customers.blockedTitle")}>
			<p className="mb-4 text-muted">{t("customers.blockedText")}</p>
			<Form
				of={form}
				className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3"
				failed={t("customers.failed")}
			>
				<TextField
					label={t("customers.email")}
					className="w-full"
					name="email"
					type="email"
					autoComplete="off"
				/>
				<Button type="submit" pending={form.pending && t("customers.working")}>
					{t("customers.block")}
				</Button>
			</Form>
			<Loaded of={useBlockedBuyers()} failed={t("customers.loadFailed")} className="h-16">
				{(buyers) => <Blocked buyers={buyers} onChanged={onChanged} />}
			</Loaded>
		</Dialog>
	);
}

function Blocked({ buyers, onChanged }: Changes & { buyers: readonly BlockedBuyer[] }) {
	const t = useTexts();
	const { pending, run } = useAct(onChanged);
	if (buyers.length === 0) return <p className="text-muted">{t("customers.blockedNone")}</p>;
	return (
		<ul className="divide-y divide-line">
			{buyers.map(({ email, since }) => (
				<ListRow
					key={email}
					name={email}
					facts={[t("customers.blockedSince", { date: formatDate(since) })]}
					action={
						<Button
							size="sm"
							disabled={pending}
							aria-label={t("customers.unblockOf", { email })}
							onClick={() => run(() => unblockBuyer(email), t("customers.unblocked"))}
						>
							{t("customers.unblock")}
						</Button>
					}
				/>
			))}
		</ul>
	);
}
