import CircleCheck from "icons:circle-check";
import Download from "icons:download";
import Layers from "icons:layers";
import { useEffect, useState } from "react";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { paymentSuccess } from "../../lib/server/queries/checkout.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import { useBuyingTexts } from "../../lib/texts/buying-texts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

const OPEN_MS = 2_000;

type Props = {
	page: ShareResponse | undefined;
	slug: string;
	next: string;
	paymentIntentId: string;
	email: string;
};

export function SuccessCard({ page, slug, next, paymentIntentId, email }: Props) {
	const t = useTexts();
	const buying = useBuyingTexts();
	const site = page?.checkout?.returnsTo;
	const [address, setAddress] = useState(email);
	const [isCorrecting, setCorrecting] = useState(false);
	useEffect(() => scrollTo({ top: 0 }), []);
	useEffect(() => {
		if (isCorrecting) return;
		const timer = setTimeout(() => location.assign(next), OPEN_MS);
		return () => clearTimeout(timer);
	}, [isCorrecting, next]);
	const [file, ...more] = page?.files ?? [];
	const download = file && more.length === 0 ? fileLinks.download(file.id) : fileLinks.all(slug);
	return (
		<div className="grid gap-4 text-center">
			<div role="status" className="grid justify-items-center gap-2">
				<Icon of={CircleCheck} size={44} className="text-primary" />
				<h2 className="text-21">{t("checkout.success")}</h2>
				<p className="text-muted">
					{isCorrecting
						? t("checkout.successReady")
						: site
							? buying("buying.returning", { site })
							: t("checkout.successText")}
				</p>
				<p className="max-w-full break-words text-15">
					{t("checkout.receiptTo", { email: address })}
				</p>
			</div>
			{site && (
				<a className={buttonClass("primary", "lg")} href={next}>
					{buying("buying.return", { site })}
				</a>
			)}
			{page?.bundle ? (
				<a className={buttonClass(site ? "plain" : "primary", "lg")} href={paths.share(slug)}>
					<Icon of={Layers} />
					{t("checkout.openParts")}
				</a>
			) : (
				<>
					<a className={buttonClass(site ? "plain" : "primary", "lg")} href={download} download>
						<Icon of={Download} />
						{t("checkout.download")}
					</a>
					<a className={buttonClass("plain")} href={paths.share(slug)}>
						{t("checkout.openFiles")}
					</a>
				</>
			)}
			{isCorrecting ? (
				<Correction
					email={address}
					paymentIntentId={paymentIntentId}
					onDone={(corrected) => {
						setAddress(corrected);
						setCorrecting(false);
					}}
				/>
			) : (
				<button type="button" className="btn btn-ghost" onClick={() => setCorrecting(true)}>
					{t("checkout.wrongEmail")} {t("checkout.correctEmail")}
				</button>
			)}
		</div>
	);
}

function Correction({
	email,
	paymentIntentId,
	onDone,
}: {
	email: string;
	paymentIntentId: string;
	onDone: (email: string) => void;
}) {
	const t = useTexts();
	const [value, setValue] = useState(email);
	const { errors, pending, onSubmit } = useSubmit(async (_form, begin) => {
		begin();
		try {
			await paymentSuccess({ paymentIntentId, buyerEmail: value });
			toast({ tone: "good", title: t("checkout.emailCorrected") });
			onDone(value);
		} catch (error) {
			return { buyerEmail: failureText(error, t("checkout.errorText")) };
		}
	});
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-3 text-start">
			<TextField
				label={t("checkout.email")}
				name="buyerEmail"
				type="email"
				autoComplete="email"
				value={value}
				error={errors.buyerEmail}
				onChange={(event) => setValue(event.target.value)}
			/>
			<Button type="submit" pending={pending && t("checkout.saving")}>
				{t("checkout.saveEmail")}
			</Button>
		</form>
	);
}
