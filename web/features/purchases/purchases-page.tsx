import { useRef, useState } from "react";
import type { MyPurchase } from "../../../worker/customers/receipts/contract.ts";
import { announcePurchase } from "../../lib/buying/purchase-events.ts";
import { usePage } from "../../lib/page/page.ts";
import { storeMyPurchases, useMyPurchases } from "../../lib/server/queries/purchases.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FindForm } from "./find-form.tsx";
import { mergePurchases } from "./merge-purchases.ts";
import { PurchaseList } from "./purchase-list.tsx";
import { useTexts } from "./texts.ts";

type Found = { n: number; email: string };

export function PurchasesPage() {
	const t = useTexts();
	usePage(t("purchases.title"));
	const { data: purchases = [], isLoading } = useMyPurchases();
	const [found, setFound] = useState<Found | null>(null);
	const list = useRef<HTMLDivElement>(null);

	function onFound(fresh: MyPurchase[], email: string) {
		void storeMyPurchases(mergePurchases(purchases, fresh));
		setFound({ n: fresh.length, email });
		announcePurchase();
		list.current?.scrollIntoView({ block: "start" });
	}

	return (
		<div className="gutters max-w-reading pt-10 pb-16">
			<h1 className="text-28 sm:text-40">{t("purchases.title")}</h1>
			<p className="mt-3 mb-8 text-17 text-muted">{t("purchases.lead")}</p>
			{isLoading ? (
				<Skeleton className="h-72" />
			) : (
				<div ref={list} className="grid scroll-mt-6 gap-6">
					{purchases.length > 0 && (
						<Card id="purchases-here" title={t("purchases.here")} lead={t("purchases.hereText")}>
							{found && (
								<Alert tone="good" live className="mb-5">
									{t("purchases.found", found)}
								</Alert>
							)}
							<PurchaseList purchases={purchases} />
						</Card>
					)}
					<Card
						id="purchases-find"
						title={t(purchases.length > 0 ? "purchases.findMore" : "purchases.findTitle")}
						lead={t("purchases.findText")}
					>
						<FindForm onFound={onFound} />
					</Card>
				</div>
			)}
		</div>
	);
}
