import {
	type AddressChange,
	changeAddressInput,
} from "../../../worker/contract/accounts/accounts.ts";
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
import { Card, CardHead } from "../../ui/card.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmByFactor, ConfirmByPassword, useConfirmation } from "./confirm-by-password.tsx";
import { Loaded } from "./loaded.tsx";
import { useTexts } from "./texts.ts";
import { useAction } from "./use-action.ts";
import { useScrollTo } from "./use-scroll-to.ts";

export function AddressCard() {
	const t = useTexts();
	const user = useCreator();
	const query = useAddressChange();
	const { data } = query;
	useScrollTo("address", data !== undefined);
	return (
		<Card aria-labelledby="address">
			<CardHead id="address" title={t("settings.address")}>
				{t("settings.addressText")}
			</CardHead>
			<p className="mb-5 text-muted">
				{t("settings.email")}: <span className="break-all text-ink">{user.email}</span> (
				{t(user.emailVerified ? "settings.emailVerified" : "settings.emailUnverified")})
			</p>
			<Loaded of={query} failed={t("settings.addressFailed")}>
				{(data) => (data.change ? <Waiting change={data.change} /> : <ChangeForm />)}
			</Loaded>
		</Card>
	);
}

function Waiting({ change }: { change: AddressChange }) {
	const t = useTexts();
	const { email: old } = useCreator();
	const { email, newConfirmed, oldConfirmed, expiresAt } = change;
	const { pending, run } = useAction(
		async () => {
			await cancelAddressChange();
			toast({ title: t("settings.addressCancelled") });
		},
		{ title: t("settings.addressFailed"), fallback: t("settings.tryAgain") },
	);
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
	const { errors, pending, failure, onSubmit } = useForm({
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
		<form onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
			<TextField
				label={t("settings.addressNew")}
				name="email"
				type="email"
				inputMode="email"
				autoComplete="email"
				required
				error={errors.email}
			/>
			<ConfirmByPassword error={errors.password} />
			<p className="text-13 text-muted sm:col-span-2">
				{t(emailVerified ? "settings.addressHow" : "settings.addressHowUnverified")}{" "}
				{emailVerified && t("settings.addressLost")}
			</p>
			<FailedAlert
				failure={failure}
				title={t("settings.addressFailed")}
				fallback={t("settings.tryAgain")}
				className="sm:col-span-2"
			/>
			<div>
				<Button type="submit" tone="primary" pending={pending && t("settings.saving")}>
					{t("settings.addressChange")}
				</Button>
			</div>
		</form>
	);
}
