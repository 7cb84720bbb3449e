import Ban from "icons:ban";
import CircleCheck from "icons:circle-check";
import Mail from "icons:mail";
import { useState } from "react";
import type { CustomerDetails } from "../../../worker/contract/customers/customers.ts";
import { blockBuyer, unblockBuyer } from "../../lib/server/queries/customers.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AddressDialog } from "./address-dialog.tsx";
import { useTexts } from "./texts.ts";
import { useAct } from "./use-act.ts";

type Props = { customer: CustomerDetails; onChanged: () => Promise<unknown> };

export function CustomerActions({ customer, onChanged }: Props) {
	const t = useTexts();
	const [dialog, setDialog] = useState<"address" | "block" | null>(null);
	const { pending, act } = useAct(onChanged);
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
					onClick={() => act(() => unblockBuyer(email), t("customers.unblocked"))}
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
			<Dialog
				open={dialog === "block"}
				onClose={close}
				title={t("customers.blockTitle")}
				closeLabel={t("customers.close")}
				actions={
					<>
						<Button onClick={close}>{t("customers.cancel")}</Button>
						<Button
							tone="danger"
							pending={pending && t("customers.working")}
							onClick={async () => {
								await act(() => blockBuyer(email), t("customers.blockDone"));
								close();
							}}
						>
							{t("customers.block")}
						</Button>
					</>
				}
			>
				<p className="wrap-anywhere">{t("customers.blockText", { email })}</p>
				<p className="mt-3 text-muted">{t("customers.blockKeeps")}</p>
			</Dialog>
		</div>
	);
}
