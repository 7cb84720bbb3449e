import Download from "icons:download";
import FolderOpen from "icons:folder-open";
import Package from "icons:package";
import Printer from "icons:printer";
import SearchX from "icons:search-x";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { Receipt, ReceiptSummary } from "../../../worker/customers/receipts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useLinkToken } from "../../lib/addresses/use-link-token.ts";
import { announcePurchase } from "../../lib/buying/purchase-events.ts";
import { formatDate, formatDateTime } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { usePage } from "../../lib/page/page.ts";
import { ApiFailure, isTransient } from "../../lib/server/failure.ts";
import { useKeepDays } from "../../lib/server/queries/config.ts";
import { fileLinks } from "../../lib/server/queries/files.ts";
import {
	redeemReceipt,
	refreshMyPurchases,
	useReceipt,
	useReceiptSummary,
} from "../../lib/server/queries/purchases.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { BuyerDetails } from "./buyer-details.tsx";
import { isOpen } from "./merge-purchases.ts";
import { NewSince } from "./new-since.tsx";
import { ReceiptCode } from "./receipt-code.tsx";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { useTexts } from "./texts.ts";
import { WithdrawLink } from "./withdraw-link.tsx";

/**
 * `/receipt#token`, the mailed link: since scanners open links, only the click that downloads or opens something
 * adds the purchase to this browser. Afterwards, and from the list, `/receipt?purchase=id` shows it.
 */
export function ReceiptPage() {
	const t = useTexts();
	usePage(t("purchases.receipt"));
	const token = useLinkToken();
	const [query, setQuery] = useSearchParams();
	const [opened, setOpened] = useState<Receipt | null>(null);
	const id = query.get("purchase");
	if (opened) return <Shown receipt={opened} isNew />;
	if (token)
		return (
			<OpenReceiptForm
				token={token}
				onOpened={(receipt) => {
					setOpened(receipt);
					// A reload shows the receipt again, without the token.
					setQuery({ purchase: receipt.purchaseId }, { replace: true });
				}}
			/>
		);
	return id ? <StoredReceipt id={id} /> : <Unknown />;
}

type ShownPart = "all" | "files" | "receipt";

function OpenReceiptForm({
	token,
	onOpened,
}: {
	token: string;
	onOpened: (receipt: Receipt) => void;
}) {
	const t = useTexts();
	const summary = useReceiptSummary(token);
	const [wanted, setWanted] = useState<ShownPart>("receipt");
	const [isPending, setPending] = useState(false);
	const [error, setError] = useState<unknown>(null);
	function opened(receipt: Receipt, wanted: ShownPart) {
		announcePurchase();
		void refreshMyPurchases();
		if (!isOpen(receipt) || wanted === "receipt") return onOpened(receipt);
		// A bundle's files are downloaded from its parts.
		if (wanted === "files" || receipt.parts) return location.assign(paths.share(receipt.shareId));
		location.assign(fileLinks.all(receipt.shareId));
		onOpened(receipt);
	}

	async function open(wanted: ShownPart) {
		setWanted(wanted);
		setPending(true);
		setError(null);
		try {
			opened(await redeemReceipt({ token }), wanted);
		} catch (failure) {
			setError(failure);
		} finally {
			setPending(false);
		}
	}
	const pendingLabel = (of: ShownPart) => isPending && wanted === of && t("purchases.opening");
	const isDead =
		error instanceof ApiFailure &&
		(error.code === "token.not_found" || error.code === "request.invalid");
	if (isDead) return <Unknown />;
	if (error instanceof ApiFailure && error.code === "receipt.code_required")
		return (
			<div className="gutters max-w-lg py-12">
				<Card>
					<h1 className="mb-4 text-28">{t("purchases.openTitle")}</h1>
					<ReceiptCode
						token={token}
						email={String(error.details.email ?? "")}
						onOpened={(receipt) => opened(receipt, wanted)}
					/>
				</Card>
			</div>
		);
	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				{summary && <PurchasedFiles receipt={summary} className="mb-6 border-line border-b pb-6" />}
				<h1 className="text-28">{t("purchases.openTitle")}</h1>
				<p className="mt-2 text-muted">{t("purchases.openText")}</p>
				<div className="mt-6 flex flex-col gap-3">
					<Button
						tone="primary"
						size="lg"
						icon={<Icon of={Download} />}
						pending={pendingLabel("all")}
						onClick={() => open("all")}
					>
						{t("purchases.downloadAll")}
					</Button>
					<Button
						size="lg"
						icon={<Icon of={FolderOpen} />}
						pending={pendingLabel("files")}
						onClick={() => open("files")}
					>
						{t("purchases.openFiles")}
					</Button>
					<Button tone="quiet" pending={pendingLabel("receipt")} onClick={() => open("receipt")}>
						{t("purchases.open")}
					</Button>
				</div>
				{error !== null && (
					<Alert tone="danger" live title={t("purchases.openFailed")}>
						{failureText(error, t("purchases.tryAgain"))}
					</Alert>
				)}
			</Card>
		</div>
	);
}

function StoredReceipt({ id }: { id: string }) {
	const t = useTexts();
	const { data, error, mutate } = useReceipt(id);
	if (data) return <Shown receipt={data} />;
	if (!error) return <PageSpinner label={t("purchases.loading")} />;
	if (!isTransient(error)) return <Unknown />;
	return (
		<div className="gutters max-w-lg py-12">
			<Alert
				tone="danger"
				live
				title={t("purchases.loadFailed")}
				action={<Button onClick={() => void mutate()}>{t("purchases.retry")}</Button>}
			>
				{failureText(error, t("purchases.tryAgain"))}
			</Alert>
		</div>
	);
}

const STATES: Partial<
	Record<Receipt["state"], "purchases.onHoldText" | "purchases.lostText" | "purchases.refundedText">
> = {
	disputed: "purchases.onHoldText",
	lost: "purchases.lostText",
	refunded: "purchases.refundedText",
};

function Shown({ receipt: loaded, isNew = false }: { receipt: Receipt; isNew?: boolean }) {
	const t = useTexts();
	const [changed, setChanged] = useState<Receipt | null>(null);
	const receipt = changed ?? loaded;
	const state = STATES[receipt.state];
	return (
		<div className="gutters max-w-xl pt-8 pb-16 print:max-w-none print:p-0">
			<div className="mb-6 grid gap-5 print:hidden">
				<PurchasedFiles receipt={receipt} />
				{isOpen(receipt) && (
					<a
						className={`${buttonClass("primary", "lg")} w-full`}
						href={paths.share(receipt.shareId)}
					>
						<Icon of={FolderOpen} />
						{t("purchases.openFiles")}
					</a>
				)}
				{isNew && (
					<Alert tone="good" live title={t("purchases.opened")}>
						{t("purchases.openedText")}
					</Alert>
				)}
			</div>
			<ReceiptSheet receipt={receipt} />
			<BuyerDetails receipt={receipt} onChanged={setChanged} />
			<NewSince purchase={receipt} />
			{state && (
				<Alert
					tone={receipt.state === "disputed" ? "warning" : "info"}
					className="mt-5 print:hidden"
				>
					{t(state)}
				</Alert>
			)}
			{receipt.state === "paid" &&
				(receipt.revoked ? (
					<RevokedNotice reason={receipt.revoked.reason} />
				) : (
					<FilesNotice receipt={receipt} />
				))}
			<Button
				size="lg"
				className="mt-5 w-full print:hidden"
				icon={<Icon of={Printer} />}
				onClick={() => window.print()}
			>
				{t("purchases.print")}
			</Button>
			<WithdrawLink receipt={receipt} className="mt-6 text-13 text-muted print:hidden" />
		</div>
	);
}

function PurchasedFiles({
	receipt: { title, creator, cover },
	className,
}: {
	receipt: ReceiptSummary;
	className?: string;
}) {
	const t = useTexts();
	return (
		<div className={classes("flex items-center gap-4 sm:gap-5", className)}>
			<CoverThumb cover={cover} icon={Package} className="size-24 sm:size-28" />
			<div className="min-w-0 flex-1">
				<p dir="auto" className="wrap-anywhere font-[650] font-display text-21 leading-snug">
					{title}
				</p>
				{creator && <p className="mt-1 text-muted">{t("purchases.from", { name: creator })}</p>}
			</div>
		</div>
	);
}

function RevokedNotice({ reason }: { reason: string }) {
	const t = useTexts();
	return (
		<Alert tone="warning" className="mt-5 print:hidden" title={t("purchases.revoked")}>
			<p>{t("purchases.revokedText")}</p>
			<blockquote className="my-2 whitespace-pre-line wrap-anywhere border-line border-s-2 ps-3">
				{reason}
			</blockquote>
			<p>{t("purchases.revokedRights")}</p>
		</Alert>
	);
}

function FilesNotice({ receipt }: { receipt: Receipt }) {
	const t = useTexts();
	const keepDays = useKeepDays();
	const { downloadUntil, accessUntil, filesGone } = receipt;
	const until = downloadUntil ?? accessUntil;
	if (filesGone)
		return (
			<Alert
				tone="warning"
				className="mt-5 print:hidden"
				title={t(accessUntil ? "purchases.ended" : "purchases.gone")}
			>
				{accessUntil
					? t("purchases.endedText", { date: formatDateTime(accessUntil) })
					: t("purchases.goneText")}
			</Alert>
		);
	if (until)
		return (
			<Alert
				tone="warning"
				className="mt-5 print:hidden"
				title={t("purchases.until", {
					date: accessUntil ? formatDateTime(until) : formatDate(until),
				})}
			>
				{t(accessUntil ? "purchases.endsText" : "purchases.untilText")}
			</Alert>
		);
	return (
		<p className="mt-5 text-13 text-muted print:hidden">
			{t("purchases.keptText", { days: keepDays })}
		</p>
	);
}

function Unknown() {
	const t = useTexts();
	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				<EmptyState
					level="h1"
					icon={SearchX}
					title={t("purchases.unknownTitle")}
					action={
						<>
							<Link to={paths.purchases} className={buttonClass("primary")}>
								{t("purchases.find")}
							</Link>
							<Link to={paths.support} className={buttonClass()}>
								{t("purchases.support")}
							</Link>
						</>
					}
				>
					{t("purchases.unknownText")}
				</EmptyState>
			</Card>
		</div>
	);
}
