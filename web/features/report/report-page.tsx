import CircleCheck from "icons:circle-check";
import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { safeSlug } from "../../lib/addresses/safe-path.ts";
import { usePage } from "../../lib/page/page.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ReportForm, type Sent } from "./report-form.tsx";
import { useTexts } from "./texts.ts";

export function ReportPage() {
	const t = useTexts();
	usePage(t("report.title"));
	const [query] = useSearchParams();
	const [sent, setSent] = useState<Sent | null>(null);
	return (
		<div className="gutters max-w-xl py-10 lg:py-16">
			<h1 className="text-28 sm:text-40">{t("report.title")}</h1>
			{sent ? (
				<Confirmation sent={sent} onAgain={() => setSent(null)} />
			) : (
				<>
					<p className="mt-3 text-17 text-muted">{t("report.lead")}</p>
					<p className="mt-3 mb-8 text-muted">
						{t.rich("report.elsewhere", {
							support: <Link className="prose-link" to={paths.support} />,
						})}
					</p>
					<Card className="p-5 sm:p-6">
						<ReportForm slug={safeSlug(query.get("share"))} onDone={setSent} />
					</Card>
				</>
			)}
		</div>
	);
}

function Confirmation({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
	const t = useTexts();
	const heading = useRef<HTMLHeadingElement>(null);
	// The button that led here is gone.
	useEffect(() => {
		window.scrollTo(0, 0);
		heading.current?.focus({ preventScroll: true });
	}, []);
	const steps = [
		sent.email ? t("report.next.mail", { email: sent.email }) : t("report.next.noMail"),
		t("report.next.look"),
		sent.email ? t("report.next.outcome") : t("report.next.effect"),
	];
	return (
		<Card className="mt-8">
			<div className="flex items-start gap-3">
				<Icon of={CircleCheck} className="mt-1 text-primary" />
				<h2 ref={heading} tabIndex={-1} className="text-21 outline-none">
					{t("report.sent")}
				</h2>
			</div>
			<ol className="mt-5 flex flex-col gap-4">
				{steps.map((step, index) => (
					<li key={step} className="flex gap-3">
						<span
							aria-hidden="true"
							className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-faint text-13 text-muted"
						>
							{index + 1}
						</span>
						<span className="wrap-anywhere min-w-0">{step}</span>
					</li>
				))}
			</ol>
			<p className="wrap-anywhere mt-5 border-line border-t pt-4 text-13 text-muted">
				{t("report.number", { id: sent.id })}
			</p>
			<Link to={paths.report} className={`${buttonClass()} mt-4`} onClick={onAgain}>
				{t("report.again")}
			</Link>
		</Card>
	);
}
