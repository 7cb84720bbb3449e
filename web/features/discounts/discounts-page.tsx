import BadgePercent from "icons:badge-percent";
import Plus from "icons:plus";
import { useState } from "react";
import type { Discount } from "../../../worker/catalogue/discounts/contract.ts";
import { usePage } from "../../lib/page/page.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ConfirmDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { DiscountDialog } from "./discount-dialog.tsx";
import { DiscountTable } from "./discount-table.tsx";
import { deleteDiscount, useDiscounts } from "./queries.ts";
import { useTexts } from "./texts.ts";

type Open = { dialog: "edit" | "delete"; discount: Discount } | { dialog: "new" } | null;

export function DiscountsPage() {
	const t = useTexts();
	usePage(t("discounts.title"));
	const { suspended } = useCreator();
	const query = useDiscounts();
	const [open, setOpen] = useState<Open>(null);
	const close = () => setOpen(null);
	const create = !suspended && (
		<Button tone="primary" icon={<Icon of={Plus} />} onClick={() => setOpen({ dialog: "new" })}>
			{t("discounts.new")}
		</Button>
	);
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			<header className="mb-6 flex flex-wrap items-end justify-between gap-4">
				<div className="min-w-0">
					<h1 className="text-28">{t("discounts.title")}</h1>
					<p className="mt-1 max-w-line text-muted">{t("discounts.lead")}</p>
				</div>
				{query.data && query.data.length > 0 && create}
			</header>
			<Loaded of={query} failed={t("discounts.loadFailed")}>
				{(discounts) =>
					discounts.length > 0 ? (
						<DiscountTable
							discounts={discounts}
							onEdit={suspended ? undefined : (discount) => setOpen({ dialog: "edit", discount })}
							onDelete={(discount) => setOpen({ dialog: "delete", discount })}
						/>
					) : (
						<Card>
							<EmptyState icon={BadgePercent} title={t("discounts.empty")} action={create}>
								{t("discounts.emptyText")}
							</EmptyState>
						</Card>
					)
				}
			</Loaded>
			{(open?.dialog === "new" || open?.dialog === "edit") && (
				<DiscountDialog discount={open.dialog === "edit" ? open.discount : null} onClose={close} />
			)}
			{open?.dialog === "delete" && <DeleteDialog discount={open.discount} onClose={close} />}
		</div>
	);
}

type DeleteProps = { discount: Discount; onClose: () => void };

function DeleteDialog({ discount: { id, code }, onClose }: DeleteProps) {
	const t = useTexts();
	return (
		<ConfirmDialog
			onClose={onClose}
			title={t("discounts.deleteTitle", { code })}
			action={t("discounts.delete")}
			busy={t("discounts.deleting")}
			failed={t("discounts.failed")}
			onConfirm={async () => {
				await deleteDiscount(id);
				toast({ tone: "good", title: t("discounts.deleted", { code }) });
				onClose();
			}}
		>
			<p>{t("discounts.deleteText")}</p>
			<p className="text-muted">{t("discounts.deleteKeeps")}</p>
		</ConfirmDialog>
	);
}
