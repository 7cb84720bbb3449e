import { useId } from "react";
import { changeAddressInput } from "../../../worker/contract/customers/customers.ts";
import { RETENTION } from "../../../worker/contract/retention.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { changeAddress } from "../../lib/server/queries/customers.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

type Props = {
	/** of any of the customer's purchases */
	id: string;
	email: string;
	onClose: () => void;
	onChanged: () => Promise<unknown>;
};

export function AddressDialog({ id, email, onClose, onChanged }: Props) {
	const t = useTexts();
	const formId = useId();
	const { errors, pending, failure, onSubmit } = useForm({
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
		<Dialog
			open
			onClose={onClose}
			title={t("customers.addressTitle")}
			closeLabel={t("customers.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("customers.cancel")}</Button>
					<Button
						type="submit"
						form={formId}
						tone="primary"
						pending={pending && t("customers.working")}
					>
						{t("customers.addressSend")}
					</Button>
				</>
			}
		>
			<form id={formId} method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
				<p className="wrap-anywhere">{t("customers.addressText", { email })}</p>
				<TextField
					label={t("customers.newAddress")}
					name="email"
					type="email"
					autoComplete="off"
					required
					error={errors.email}
				/>
				<FailedAlert
					failure={failure}
					title={t("customers.failed")}
					fallback={t("customers.tryAgain")}
				/>
			</form>
		</Dialog>
	);
}
