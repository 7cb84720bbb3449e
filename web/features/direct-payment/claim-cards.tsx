import CircleCheck from "icons:circle-check";
import CircleDashed from "icons:circle-dashed";
import Clock3 from "icons:clock-3";
import Scale from "icons:scale";
import SearchX from "icons:search-x";
import Undo2 from "icons:undo-2";
import { type ReactNode, useEffect, useRef } from "react";
import type { DeclineReason } from "../../../worker/payments/direct/contract/direct.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useBuyingTexts } from "../../lib/texts/buying-texts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type CardProps = {
	/** formatted */
	price: string;
	way: string;
	reference: string;
};

/** Takes the focus of a removed form. */
export function FocusedHeading({ children }: { children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-21 outline-none">
			{children}
		</h2>
	);
}

export function WaitingCard({
	creator,
	price,
	way,
	reference,
	email,
	mailsReceipt,
	onCorrect,
}: CardProps & {
	creator: string | null;
	email: string | null;
	mailsReceipt: boolean;
	onCorrect: () => void;
}) {
	const t = useTexts();
	const steps = [
		{
			text: t("direct.stepSent", { price }),
			icon: CircleCheck,
			state: "done",
		},
		{
			text: t("direct.stepLooking", { reference, way }),
			icon: Clock3,
			state: "now",
		},
		{
			text: t(mailsReceipt ? "direct.stepOpens" : "direct.stepOpensHere"),
			icon: CircleDashed,
			state: "later",
		},
	] as const;
	return (
		<Card className="animate-rise">
			<div role="status">
				<FocusedHeading>
					{creator === null
						? t("direct.waitingPlain")
						: t("direct.waitingTitle", { name: creator })}
				</FocusedHeading>
				<p className="mt-1 text-muted">{t("direct.waitingText")}</p>
			</div>
			<ol className="mt-6">
				{steps.map(({ text, icon, state }, index) => (
					<li
						key={state}
						aria-current={state === "now" ? "step" : undefined}
						className="relative flex gap-3.5 pb-6 last:pb-0"
					>
						{index < steps.length - 1 && (
							<span
								aria-hidden="true"
								className={classes(
									"absolute top-6 bottom-0.5 left-[9.5px] w-px",
									state === "done" ? "bg-primary" : "bg-line",
								)}
							/>
						)}
						<Icon
							of={icon}
							className={classes(
								"mt-0.5",
								state === "later" ? "text-muted" : "text-primary",
								state === "now" && "animate-pulse",
							)}
						/>
						<p
							className={state === "later" ? "text-muted" : state === "now" ? "font-semibold" : ""}
						>
							{text}
							{state !== "later" && <span className="sr-only"> ({t(`direct.${state}`)})</span>}
						</p>
					</li>
				))}
			</ol>
			<p className="mt-6 border-line border-t pt-5 text-15 text-muted">
				{!mailsReceipt
					? t("direct.mayCloseFind")
					: email
						? t("direct.mayClose", { email })
						: t("direct.mayCloseUnknown")}
			</p>
			<button type="button" className="btn btn-ghost -ms-4 mt-2" onClick={onCorrect}>
				{t("direct.correct")}
			</button>
		</Card>
	);
}

export function DeclinedCard({
	price,
	way,
	reference,
	reason,
	handle,
	onAgain,
}: CardProps & {
	reason: DeclineReason;
	handle: string;
	onAgain: () => void;
}) {
	const t = useTexts();
	const values = { price, way };
	if (reason === "returned" || reason === "wrong_amount") {
		const kind = reason === "returned" ? "returned" : "amount";
		return (
			<Card className="animate-rise">
				<SubmittedDetails
					icon={reason === "returned" ? Undo2 : Scale}
					title={t(`direct.${kind}Title`, values)}
				>
					{t(`direct.${kind}Text`, values)}
				</SubmittedDetails>
				<Ways onAgain={onAgain} />
			</Card>
		);
	}
	return (
		<Card className="animate-rise">
			<SubmittedDetails icon={SearchX} title={t("direct.declinedTitle")}>
				{t("direct.declinedLead")}
			</SubmittedDetails>
			<ol className="mt-4 grid list-decimal gap-2 ps-5 marker:text-muted">
				<li>{t("direct.declinedCheckSent", { handle, price, way })}</li>
				<li>{t("direct.declinedCheckCode")}</li>
				<li>{t("direct.declinedCheckAsk", { reference })}</li>
			</ol>
			<p className="mt-4 text-15 text-muted">{t("direct.declinedElse", { way })}</p>
			<Ways onAgain={onAgain} />
		</Card>
	);
}

function SubmittedDetails({
	icon,
	title,
	children,
}: {
	icon: typeof SearchX;
	title: string;
	children: ReactNode;
}) {
	return (
		<div role="alert" className="flex items-start gap-3.5">
			<Icon of={icon} size={24} className="mt-0.5 text-warning" />
			<div>
				<FocusedHeading>{title}</FocusedHeading>
				<p className="mt-1">{children}</p>
			</div>
		</div>
	);
}

function Ways({ onAgain }: { onAgain: () => void }) {
	const t = useTexts();
	return (
		<div className="mt-6 flex flex-wrap gap-3">
			<Button tone="primary" onClick={onAgain}>
				{t("direct.again")}
			</Button>
			<a className={buttonClass()} href={paths.support}>
				{t("direct.support")}
			</a>
		</div>
	);
}

/** Another payment opened the files first; the creator returns this one. */
export function OpenedCard({ price, slug }: CardProps & { slug: string }) {
	const t = useTexts();
	return (
		<Card className="animate-rise">
			<SubmittedDetails icon={CircleCheck} title={t("direct.openedTitle")}>
				{t("direct.openedText", { price })}
			</SubmittedDetails>
			<div className="mt-6 flex flex-wrap gap-3">
				<a className={buttonClass("primary")} href={paths.share(slug)}>
					{t("direct.openFiles")}
				</a>
				<a className={buttonClass()} href={paths.support}>
					{t("direct.support")}
				</a>
			</div>
		</Card>
	);
}

const OPEN_MS = 1_500;

/** `site` is the checkout's. */
export function PaidCard({ next, site }: { next: string; site: string | null | undefined }) {
	const t = useTexts();
	const buying = useBuyingTexts();
	useEffect(() => {
		const timer = setTimeout(() => location.replace(next), OPEN_MS);
		return () => clearTimeout(timer);
	}, [next]);
	return (
		<Card className="grid animate-rise justify-items-center gap-4 text-center">
			<div role="status" className="grid justify-items-center gap-2">
				<Icon of={CircleCheck} size={44} className="text-primary" />
				<FocusedHeading>{t("direct.paidTitle")}</FocusedHeading>
				<p className="text-muted">
					{site ? buying("buying.returning", { site }) : t("direct.paidText")}
				</p>
			</div>
			<a className={`${buttonClass("primary", "lg")} w-full`} href={next}>
				{site ? buying("buying.return", { site }) : t("direct.openFiles")}
			</a>
		</Card>
	);
}
