import { ArrowLeft, Download, ReceiptText } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import useSWR from "swr";
import type { PurchaseState, Sale } from "../../../worker/contract/payments.ts";
import { call } from "../../lib/call.ts";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { usePage } from "../../lib/page.ts";
import { paths } from "../../lib/paths.ts";
import { failureText } from "../../lib/server-texts.ts";
import { polled } from "../../lib/swr.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";
import { useRefresh, useShares } from "./use-dashboard.ts";

/** Who bought a share, what was taken off, and where the money is. */
export function SalesPage() {
	const t = useTexts();
	usePage(t("dashboard.salesTitle"));
	const { shareId = "" } = useParams();
	const { data: shares } = useShares();
	const { data, error, mutate } = useSWR<Sale[]>(`/api/file-shares/${shareId}/sales`, polled(30));
	const title = shares?.find((share) => share.shareId === shareId)?.title ?? data?.[0]?.title;
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			<Link to={paths.dashboard} className={`${buttonClass("quiet", "sm")} -ms-3`}>
				<Icon of={ArrowLeft} />
				{t("dashboard.back")}
			</Link>
			<header className="mt-3 mb-6 flex flex-wrap items-end justify-between gap-4">
				<div className="min-w-0">
					<h1 className="text-40">{t("dashboard.salesTitle")}</h1>
					<p className="mt-1 text-17 text-muted">{title}</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<a href="/api/sales.csv" download className={buttonClass("plain", "sm")}>
						<Icon of={Download} />
						{t("dashboard.salesCsv")}
					</a>
					<a href="/api/ledger.csv" download className={buttonClass("plain", "sm")}>
						<Icon of={Download} />
						{t("dashboard.ledgerCsv")}
					</a>
				</div>
			</header>
			{error && !data ? (
				<Alert
					tone="danger"
					title={t("dashboard.salesFailed")}
					action={
						<Button size="sm" onClick={() => mutate()}>
							{t("dashboard.retry")}
						</Button>
					}
				>
					{failureText(error, t("dashboard.tryAgain"))}
				</Alert>
			) : !data ? (
				<div role="status">
					<span className="sr-only">{t("dashboard.salesLoading")}</span>
					<Skeleton className="h-64" />
				</div>
			) : data.length === 0 ? (
				<Card>
					<EmptyState icon={ReceiptText} title={t("dashboard.salesEmpty")}>
						{t("dashboard.salesEmptyText")}
					</EmptyState>
				</Card>
			) : (
				<SalesTable sales={data} onChange={() => mutate()} />
			)}
		</div>
	);
}

function SalesTable({ sales, onChange }: { sales: Sale[]; onChange: () => void }) {
	const t = useTexts();
	const heads = [
		t("dashboard.saleDate"),
		t("dashboard.saleBuyer"),
		t("dashboard.saleRoute"),
		t("dashboard.saleState"),
	];
	return (
		<section
			aria-label={t("dashboard.salesTitle")}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
			tabIndex={0}
			className="overflow-x-auto rounded-card border border-line bg-surface"
		>
			<table className="tabular w-full min-w-3xl text-left">
				<thead className="text-13 text-muted">
					<tr>
						{heads.map((head) => (
							<th key={head} scope="col" className="px-4 py-3 font-medium">
								{head}
							</th>
						))}
						<th scope="col" className="px-4 py-3 text-right font-medium">
							{t("dashboard.salePrice")}
						</th>
						<th scope="col" className="px-4 py-3 text-right font-medium">
							{t("dashboard.saleFees")}
						</th>
						<th scope="col" className="px-4 py-3 text-right font-medium">
							{t("dashboard.saleNet")}
						</th>
						<th scope="col" className="px-4 py-3">
							<span className="sr-only">{t("dashboard.colMenu")}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{sales.map((sale) => (
						<SaleRow key={sale.id} sale={sale} onChange={onChange} />
					))}
				</tbody>
			</table>
		</section>
	);
}

const STATES: Record<PurchaseState, [BadgeTone, Parameters<ReturnType<typeof useTexts>>[0]]> = {
	started: ["neutral", "dashboard.stateStarted"],
	processing: ["info", "dashboard.stateProcessing"],
	paid: ["good", "dashboard.statePaid"],
	cancelled: ["neutral", "dashboard.stateCancelled"],
	claimed: ["warning", "dashboard.stateClaimed"],
	declined: ["neutral", "dashboard.stateDeclined"],
	refunded: ["neutral", "dashboard.stateRefunded"],
	disputed: ["danger", "dashboard.stateDisputed"],
};
const WHERE = {
	direct: "dashboard.whereDirect",
	connected: "dashboard.whereConnected",
	balance: "dashboard.whereBalance",
	transferred: "dashboard.whereTransferred",
	returned: "dashboard.whereReturned",
} as const;

function SaleRow({ sale, onChange }: { sale: Sale; onChange: () => void }) {
	const t = useTexts();
	const [tone, label] = STATES[sale.state];
	const fees = Number(sale.platformFee) + Number(sale.processingFee);
	return (
		<tr className="border-line border-t align-top">
			<td className="px-4 py-3 whitespace-nowrap">
				<time dateTime={sale.createdAt}>{formatDateTime(sale.paidAt ?? sale.createdAt)}</time>
			</td>
			<td className="break-all px-4 py-3">{sale.buyerEmail}</td>
			<td className="px-4 py-3">
				{t(sale.route === "card" ? "dashboard.routeCard" : "dashboard.routeDirect")}
			</td>
			<td className="px-4 py-3">
				<Badge tone={tone}>{t(label)}</Badge>
			</td>
			<td className="px-4 py-3 text-right">
				<Money price={sale.price} />
				{Number(sale.refunded) > 0 && (
					<span className="block text-13 text-muted">
						− <Money price={sale.refunded} />
					</span>
				)}
			</td>
			<td className="px-4 py-3 text-right">
				{formatMoney(fees.toFixed(2))}
				{fees > 0 && (
					<span className="block text-13 text-muted">
						{t("dashboard.saleFeesOf", {
							platform: formatMoney(sale.platformFee),
							processing: formatMoney(sale.processingFee),
						})}
					</span>
				)}
			</td>
			<td className="px-4 py-3 text-right">
				<Money price={sale.net} className="font-semibold" />
				<span className="block text-13 text-muted">{t(WHERE[sale.where])}</span>
			</td>
			<td className="px-4 py-2 text-right">
				{sale.route === "card" && sale.state === "paid" && (
					<Refund sale={sale} onChange={onChange} />
				)}
			</td>
		</tr>
	);
}

function Refund({ sale, onChange }: { sale: Sale; onChange: () => void }) {
	const t = useTexts();
	const refresh = useRefresh();
	const [asks, setAsks] = useState(false);
	const [pending, setPending] = useState(false);

	async function refund() {
		setPending(true);
		try {
			await call("POST", `/api/purchases/${sale.id}/refund`);
			onChange();
			await refresh();
			toast({ tone: "good", title: t("dashboard.refunded"), text: t("dashboard.refundedText") });
		} catch (error) {
			toast({
				tone: "destructive",
				title: t("dashboard.refundFailed"),
				text: failureText(error, t("dashboard.tryAgain")),
			});
		} finally {
			setAsks(false);
			setPending(false);
		}
	}

	return (
		<>
			<Button size="sm" onClick={() => setAsks(true)}>
				{t("dashboard.refund")}
			</Button>
			<Dialog
				open={asks}
				onClose={() => setAsks(false)}
				title={t("dashboard.refundTitle", { price: formatMoney(sale.price) })}
				closeLabel={t("dashboard.close")}
				actions={
					<>
						<Button onClick={() => setAsks(false)}>{t("dashboard.cancel")}</Button>
						<Button tone="danger" pending={pending && t("dashboard.refunding")} onClick={refund}>
							{t("dashboard.refund")}
						</Button>
					</>
				}
			>
				{t("dashboard.refundText", { email: sale.buyerEmail })}
			</Dialog>
		</>
	);
}
