import { type ReactNode, useId, useRef, useState } from "react";
import type { OwnSanction } from "../../../worker/trust/moderation/contract.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { useCategoryTexts } from "../../lib/texts/category-texts.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { AppealForm } from "./appeal-form.tsx";
import { useTexts } from "./texts.ts";

export function DecisionCard({ decision }: { decision: OwnSanction }) {
	const t = useTexts();
	const names = useCategoryTexts();
	const id = useId();
	const heading = useRef<HTMLHeadingElement>(null);
	const { kind, share, category, text, legalOrder, imposedAt, liftedAt } = decision;
	const isShare = kind === "take_down";
	const title = !isShare
		? t("decisions.suspended")
		: share
			? t("decisions.takenDown", { title: share.title })
			: t("decisions.takenDownGone");
	return (
		<Card aria-labelledby={id}>
			<header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
				<h2
					ref={heading}
					id={id}
					tabIndex={-1}
					dir="auto"
					className="wrap-anywhere min-w-0 text-left text-21 outline-none"
				>
					{title}
				</h2>
				<State decision={decision} />
			</header>
			{liftedAt === null && (
				<p className="mt-2 max-w-line text-muted">
					{t(isShare ? "decisions.takenDownMeans" : "decisions.suspendedMeans")}
				</p>
			)}
			<dl className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-[max-content_minmax(0,1fr)]">
				<Row name={t("decisions.reason")}>{names(`category.${category}`)}</Row>
				<Row name={t("decisions.rule")}>{t(`decisions.rule.${category}`)}</Row>
				<Row name={t("decisions.found")}>
					<span dir="auto" className="wrap-anywhere block whitespace-pre-line text-left">
						{text}
					</span>
				</Row>
				{legalOrder && <Row name={t("decisions.order")}>{t("decisions.orderText")}</Row>}
				<Row name={t("decisions.since")}>
					<time dateTime={imposedAt}>{formatDate(imposedAt)}</time>
				</Row>
				{liftedAt && (
					<Row name={t("decisions.liftedOn")}>
						<time dateTime={liftedAt}>{formatDate(liftedAt)}</time>
					</Row>
				)}
			</dl>
			{liftedAt === null && <Appeal decision={decision} onDone={() => heading.current?.focus()} />}
		</Card>
	);
}

function Row({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
			<dt className="text-13 text-muted sm:text-15">{name}</dt>
			<dd className="max-w-line">{children}</dd>
		</div>
	);
}

function State({ decision: { liftedAt, appeal } }: { decision: OwnSanction }) {
	const t = useTexts();
	if (liftedAt) return <Badge tone="good">{t("decisions.lifted")}</Badge>;
	if (appeal === "open") return <Badge tone="info">{t("decisions.open")}</Badge>;
	return <Badge tone="danger">{t("decisions.inForce")}</Badge>;
}

function Appeal({ decision, onDone }: { decision: OwnSanction; onDone: () => void }) {
	const t = useTexts();
	const [isWriting, setWriting] = useState(false);
	const { appeal, answer } = decision;
	return (
		<div className="mt-6 flex flex-col gap-5">
			{appeal === "open" && (
				<Alert title={t("decisions.openTitle")}>{t("decisions.openText")}</Alert>
			)}
			{appeal === "rejected" && (
				<Alert tone="warning" title={t("decisions.stands")}>
					{answer && (
						<p dir="auto" className="whitespace-pre-line text-left">
							{answer}
						</p>
					)}
					<p className="mt-2 text-muted">{t("decisions.standsNext")}</p>
				</Alert>
			)}
			{appeal === "open" ? null : isWriting ? (
				<AppealForm decision={decision} onDone={onDone} onCancel={() => setWriting(false)} />
			) : (
				<div className="border-line border-t pt-5">
					<p className="mb-3 max-w-line text-muted">
						{t(appeal === "rejected" ? "decisions.againText" : "decisions.appealText")}
					</p>
					<Button
						tone={appeal === "rejected" ? "plain" : "primary"}
						onClick={() => setWriting(true)}
					>
						{t(appeal === "rejected" ? "decisions.again" : "decisions.appeal")}
					</Button>
				</div>
			)}
		</div>
	);
}
