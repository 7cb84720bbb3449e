import Check from "icons:check";
import Copy from "icons:copy";
import ExternalLink from "icons:external-link";
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { renderSVG } from "uqr";
import { DIRECT_CURRENCY } from "../../../worker/contract/money.ts";
import type { BeginDirectResponse } from "../../../worker/payments/direct/contract/direct.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { useCopy } from "../../lib/page/use-copy.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { isIos, linkToPay, openApp, payLink } from "./pay-link.ts";
import { useTexts } from "./texts.ts";

export function Step({
	number,
	title,
	className,
	children,
}: {
	number: number;
	title: ReactNode;
	className?: string;
	children: ReactNode;
}) {
	return (
		<li
			className={classes(
				"grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3.5 p-5 sm:gap-x-4 sm:p-6",
				className,
			)}
		>
			<span
				aria-hidden="true"
				className="tabular grid size-7 place-items-center rounded-full bg-primary/10 font-display font-semibold text-primary"
			>
				{number}
			</span>
			<h2 className="self-center text-17">{title}</h2>
			<div className="col-start-2 mt-2 max-sm:col-span-2 max-sm:col-start-1">{children}</div>
		</li>
	);
}

/** The note comes first: on a phone, another app soon covers the code. */
export function HowToPay({ begun }: { begun: BeginDirectResponse }) {
	const t = useTexts();
	const { reference, cashAppHandle, directLink } = begun;
	return (
		<>
			<Step number={1} title={t("direct.noteTitle")}>
				<p className="text-muted">{t("direct.noteText")}</p>
				<div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
					<output
						aria-label={t("direct.reference")}
						className="tabular rounded-control border border-edge border-dashed bg-paper px-4 py-1.5 font-display text-21 font-semibold tracking-[0.12em] select-all"
					>
						{reference}
					</output>
					<CopyButton text={reference} label={t("direct.copyCode")} />
				</div>
			</Step>
			{cashAppHandle !== null && <SendInCashApp begun={begun} handle={cashAppHandle} />}
			{directLink !== null && <SendByLink begun={begun} link={directLink} />}
		</>
	);
}

function SendInCashApp({ begun, handle }: { begun: BeginDirectResponse; handle: string }) {
	const t = useTexts();
	const { price, directBy: way } = begun;
	return (
		<Step
			number={2}
			title={t.rich(
				"direct.sendTitle",
				{ handle: <span className="break-all text-primary" /> },
				{ price: formatMoney(price, DIRECT_CURRENCY), handle },
			)}
		>
			<BesideQrCode link={payLink(handle, price)}>
				<p className="text-muted sm:hidden">{t("direct.openText")}</p>
				<p className="text-muted max-sm:hidden">{t("direct.scan")}</p>
				<div className="mt-4 flex flex-wrap gap-2.5">
					<OpenCashApp handle={handle} price={price} way={way} />
					<CopyButton text={handle} label={t("direct.copyHandle")} />
				</div>
			</BesideQrCode>
		</Step>
	);
}

/** Shows the whole address before it opens. */
function SendByLink({ begun, link }: { begun: BeginDirectResponse; link: string }) {
	const t = useTexts();
	const { directBy: way, currency } = begun;
	const price = formatMoney(begun.price, currency);
	const target = linkToPay(link, begun.price, currency);
	return (
		<Step number={2} title={t("direct.sendByLink", { price, way })}>
			<BesideQrCode link={target}>
				<p className="text-muted sm:hidden">{t("direct.linkText", { price, way })}</p>
				<p className="text-muted max-sm:hidden">{t("direct.scanLink", { price, way })}</p>
				<p className="wrap-anywhere mt-2 font-medium">{link}</p>
				<div className="mt-4">
					<OpenLink href={target} way={way} />
				</div>
			</BesideQrCode>
		</Step>
	);
}

function OpenLink({
	way,
	...link
}: {
	href: string;
	way: string;
	onClick?: (event: MouseEvent) => void;
}) {
	const t = useTexts();
	return (
		<a
			{...link}
			className={classes(
				buttonClass(),
				"max-sm:w-full max-sm:border-primary max-sm:bg-primary max-sm:text-primary-content",
			)}
			target="_blank"
			rel="noopener noreferrer"
		>
			<Icon of={ExternalLink} />
			{t("direct.open", { way })}
		</a>
	);
}

/** On Apple's phones, tries the app first. */
function OpenCashApp({ handle, price, way }: { handle: string; price: string; way: string }) {
	const stop = useRef<() => void>(undefined);
	useEffect(() => () => stop.current?.(), []);
	function onClick(event: MouseEvent) {
		if (!isIos(navigator)) return;
		event.preventDefault();
		stop.current?.();
		stop.current = openApp(handle, price);
	}
	return <OpenLink href={payLink(handle, price)} way={way} onClick={onClick} />;
}

/** Dark on white for scanners. */
function BesideQrCode({ link, children }: { link: string; children: ReactNode }) {
	const t = useTexts();
	const image = useMemo(
		() => `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { ecc: "M", border: 3 }))}`,
		[link],
	);
	return (
		<div className="flex items-start justify-between gap-6">
			<div className="min-w-0 flex-1">{children}</div>
			<img
				src={image}
				alt={t("direct.qrAlt", { link })}
				width={148}
				height={148}
				className="shrink-0 rounded-control border border-line bg-white max-sm:hidden"
			/>
		</div>
	);
}

function CopyButton({ text, label }: { text: string; label: string }) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	async function onClick() {
		if (await copy(text)) return;
		toast({
			tone: "destructive",
			title: t("direct.copyFailed"),
			text: t("direct.copyFailedText"),
		});
	}
	return (
		<Button
			className="max-sm:flex-1"
			icon={<Icon of={copied ? Check : Copy} className={copied ? "text-primary" : ""} />}
			onClick={onClick}
		>
			<span aria-live="polite">{copied ? t("direct.copied") : label}</span>
		</Button>
	);
}
