import { useRef, useState } from "react";
import useSWR from "swr";
import type { MyPurchase } from "../../../worker/contract/payments.ts";
import { usePage } from "../../lib/page.ts";
import { announcePurchase } from "../../lib/purchase-news.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FindForm } from "./find-form.tsx";
import { mergePurchases } from "./merge-purchases.ts";
import { PurchaseList } from "./purchase-list.tsx";
import { useTexts } from "./texts.ts";

type Found = { purchases: MyPurchase[]; email: string };

/** Everything this browser may open, and how to bring the rest here: by a code sent to the e-mail. */
export function PurchasesPage() {
	const t = useTexts();
	usePage(t("purchases.title"));
	const { data, isLoading } = useSWR<MyPurchase[]>("/api/my-purchases");
	const [found, setFound] = useState<Found | null>(null);
	const list = useRef<HTMLDivElement>(null);
	const purchases = mergePurchases(data ?? [], found?.purchases ?? []);

	function onFound(fresh: MyPurchase[], email: string) {
		setFound({ purchases: mergePurchases(found?.purchases ?? [], fresh), email });
		announcePurchase();
		list.current?.scrollIntoView({ block: "start" });
	}

	return (
		<div className="gutters max-w-reading pt-10 pb-16">
			<h1 className="text-40">{t("purchases.title")}</h1>
			<p className="mt-3 mb-8 text-17 text-muted">{t("purchases.lead")}</p>
			<div ref={list} className="scroll-mt-6">
				{isLoading ? (
					<Skeleton className="mb-6 h-36" />
				) : (
					purchases.length > 0 && (
						<Card className="mb-6" aria-labelledby="purchases-here">
							<CardHead id="purchases-here" title={t("purchases.here")}>
								{t("purchases.hereText")}
							</CardHead>
							{found && (
								<Alert tone="good" live className="mb-5">
									{t("purchases.found", { n: found.purchases.length, email: found.email })}
								</Alert>
							)}
							<PurchaseList purchases={purchases} />
						</Card>
					)
				)}
			</div>
			<Card aria-labelledby="purchases-find">
				<CardHead
					id="purchases-find"
					title={t(purchases.length > 0 ? "purchases.findMore" : "purchases.findTitle")}
				>
					{t("purchases.findText")}
				</CardHead>
				<FindForm onFound={onFound} />
			</Card>
		</div>
	);
}
