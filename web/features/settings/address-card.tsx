import { type AddressChange, changeAddressInput } from "../../../worker/accounts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import {
	cancelAddressChange,
	changeAddress,
	useAddressChange,
} from "../../lib/server/queries/account.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { ConfirmByFactor, OwnPassword, useConfirmation } from "./confirmation.tsx";
import { useTexts } from "./texts.ts";
import { useScrollTo } from "./use-scroll-to.ts";

export function AddressCard() {
	const t = useTexts();
	const user = useCreator();
	const query = useAddressChange();
	useScrollTo("address", query.data !== undefined);
	return (
		<Card id="address" title={t("settings.address")} lead={t("settings.addressText")}>
			<p className="mb-5 text-muted">
				{t("settings.email")}: <span className="break-all text-ink">{user.email}</span> (
				{t(user.emailVerified ? "settings.emailVerified" : "settings.emailUnverified")})
			</p>
			<Loaded of={query} failed={t("settings.addressFailed")} className="h-16">
				{({ change }) => (change ? <Waiting change={change} /> : <ChangeForm />)}
			</Loaded>
		</Card>
	);
}

function Waiting({ change }: { change: AddressChange }) {
	const t = useTexts();
	const { email: old } = useCreator();
	const { email, newConfirmed, oldConfirmed, expiresAt } = change;
	const { pending, run } = useAction(async () => {
		await cancelAddressChange();
		toast({ title: t("settings.addressCancelled") });
	}, t("settings.addressFailed"));
	return (
		<Alert
			tone="info"
			title={t("settings.addressWaiting", { email: newConfirmed ? old : email })}
			action={
				<Button pending={pending && t("settings.saving")} onClick={run}>
					{t("settings.addressCancel")}
				</Button>
			}
		>
			<span className="wrap-anywhere">
				{newConfirmed
					? t("settings.addressWaitsOld", { email, old })
					: oldConfirmed
						? t("settings.addressWaitsNew", { email })
						: t("settings.addressWaitsBoth", { email, old })}{" "}
				{t("settings.addressExpires", { date: formatDate(expiresAt) })}
			</span>
		</Alert>
	);
}

function ChangeForm() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const confirmation = useConfirmation();
	const form = useForm({
		schema: changeAddressInput,
		async submit(json) {
			await changeAddress(json);
			toast({ tone: "good", title: t("settings.addressSent") });
		},
	});
	if (confirmation === "factor")
		return (
			<ConfirmByFactor text={t("settings.addressFactor")} to={`${paths.settingsAccount}#address`} />
		);
	return (
		<Form
			of={form}
			isWide
			action={t("settings.addressChange")}
			busy={t("settings.saving")}
			failed={t("settings.addressFailed")}
		>
			<TextField
				label={t("settings.addressNew")}
				name="email"
				type="email"
				inputMode="email"
				autoComplete="email"
				required
			/>
			<OwnPassword />
			<p className="text-13 text-muted sm:col-span-2">
				{t(emailVerified ? "settings.addressHow" : "settings.addressHowUnverified")}{" "}
				{emailVerified && t("settings.addressLost")}
			</p>
		</Form>
	);
}
