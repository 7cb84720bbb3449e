import Ban from "icons:ban";
import CircleCheck from "icons:circle-check";
import Mail from "icons:mail";
import { useState } from "react";
import { RETENTION } from "../../../worker/contract/retention.ts";
import { type CustomerDetails, changeAddressInput } from "../../../worker/customers/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { blockBuyer, changeAddress, unblockBuyer } from "../../lib/server/queries/customers.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";
import { useAct } from "./use-act.ts";

type Props = { customer: CustomerDetails; onChanged: () => Promise<unknown> };

export function CustomerActions({ customer, onChanged }: Props) {
	const t = useTexts();
	const [dialog, setDialog] = useState<"address" | "block" | null>(null);
	const { pending, run } = useAct(onChanged);
	const { id, email, blocked } = customer;
	const close = () => setDialog(null);
	return (
		<div className="flex flex-wrap gap-3">
			<Button size="sm" icon={<Icon of={Mail} />} onClick={() => setDialog("address")}>
				{t("customers.address")}
			</Button>
			{blocked ? (
				<Button
					size="sm"
					icon={<Icon of={CircleCheck} />}
					pending={pending && t("customers.working")}
					onClick={() => run(() => unblockBuyer(email), t("customers.unblocked"))}
				>
					{t("customers.unblock")}
				</Button>
			) : (
				<Button size="sm" icon={<Icon of={Ban} />} onClick={() => setDialog("block")}>
					{t("customers.block")}
				</Button>
			)}
			{dialog === "address" && (
				<AddressDialog id={id} email={email} onClose={close} onChanged={onChanged} />
			)}
			{dialog === "block" && (
				<ConfirmDialog
					onClose={close}
					title={t("customers.blockTitle")}
					action={t("customers.block")}
					onConfirm={async () => {
						await run(() => blockBuyer(email), t("customers.blockDone"));
						close();
					}}
				>
					<p className="wrap-anywhere">{t("customers.blockText", { email })}</p>
					<p className="text-muted">{t("customers.blockKeeps")}</p>
				</ConfirmDialog>
			)}
		</div>
	);
}

type AddressProps = {
	id: string;
	email: string;
	onClose: () => void;
	onChanged: () => Promise<unknown>;
};

function AddressDialog({ id, email, onClose, onChanged }: AddressProps) {
	const t = useTexts();
	const form = useForm({
		schema: changeAddressInput,
		async submit(json) {
			await changeAddress(id, json);
			await onChanged();
			toast({
				tone: "good",
				title: t("customers.addressAsked"),
				text: t("customers.waitingText", { days: RETENTION.confirmLinkDays }),
			});
			onClose();
		},
	});
	return (
		<FormDialog
			of={form}
			onClose={onClose}
			title={t("customers.addressTitle")}
			action={t("customers.addressSend")}
			failed={t("customers.failed")}
		>
			<p className="wrap-anywhere">{t("customers.addressText", { email })}</p>
			<TextField
				label={t("customers.newAddress")}
				name="email"
				type="email"
				autoComplete="off"
				required
			/>
		</FormDialog>
	);
}
