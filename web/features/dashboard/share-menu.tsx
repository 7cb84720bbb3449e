import ChartColumn from "icons:chart-column";
import CirclePause from "icons:circle-pause";
import CirclePlay from "icons:circle-play";
import CodeXml from "icons:code-xml";
import Copy from "icons:copy";
import Ellipsis from "icons:ellipsis";
import Eye from "icons:eye";
import Heart from "icons:heart";
import LinkIcon from "icons:link";
import Megaphone from "icons:megaphone";
import Pencil from "icons:pencil";
import QrCode from "icons:qr-code";
import ReceiptText from "icons:receipt-text";
import Scale from "icons:scale";
import Share2 from "icons:share-2";
import Trash2 from "icons:trash";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { analyticsOf } from "../../lib/addresses/analytics-of.ts";
import { paths, shareLink } from "../../lib/addresses/paths.ts";
import { hasShareSheet, openShareSheet } from "../../lib/page/share-sheet.ts";
import { useCopy } from "../../lib/page/use-copy.ts";
import { duplicateShare } from "../../lib/server/queries/drafts.ts";
import { editShare } from "../../lib/server/queries/shares.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem, MenuLine, MenuLink } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { changeLater } from "./delayed-changes.ts";
import { DeleteShareDialog } from "./delete-share-dialog.tsx";
import { useTexts } from "./texts.ts";
import { useResumption } from "./use-resumption.ts";

const TellBuyersDialog = lazy(() => import("./tell-buyers-dialog.tsx"));
const QrDialog = lazy(() => import("./qr-dialog.tsx"));
const EmbedDialog = lazy(() => import("./embed-dialog.tsx"));

export const toastCopyFailed = (t: ReturnType<typeof useTexts>) =>
	toast({
		tone: "destructive",
		title: t("dashboard.copyFailed"),
		text: t("dashboard.copyFailedText"),
	});

export function ShareMenu({ share }: { share: MyShare }) {
	const t = useTexts();
	const navigate = useNavigate();
	const [dialog, setDialog] = useState<"qr" | "embed" | "tell" | "delete" | null>(null);
	const link = shareLink(share.shareId);
	const close = () => setDialog(null);
	const isRemoved = share.status === "taken_down";
	const { suspended } = useCreator();
	const mayChange = !isRemoved && !suspended;

	const stopSelling = () =>
		changeLater({
			slug: share.shareId,
			kind: "stop",
			send: (init) => editShare(share.shareId, { selling: false }, init),
			title: t("dashboard.stopped"),
			text: t("dashboard.stoppedText"),
			undo: t("dashboard.undo"),
			failed: t("dashboard.changeFailed"),
		});
	const resumption = useResumption(share.shareId);
	const { copy } = useCopy();
	async function copyLink() {
		if (await copy(link)) toast({ tone: "good", title: t("dashboard.linkCopied") });
		else toastCopyFailed(t);
	}
	const duplicate = useAction(
		async () => navigate(paths.draft(await duplicateShare(share.shareId))),
		t("dashboard.duplicateFailed"),
	);

	return (
		<>
			<Menu
				trigger={
					<button
						type="button"
						className="btn btn-ghost btn-square size-11 -me-2 text-muted"
						aria-label={t("dashboard.menuOf", { title: share.title })}
					>
						<Icon of={Ellipsis} />
					</button>
				}
			>
				{!isRemoved && (
					<MenuItem icon={LinkIcon} onSelect={copyLink}>
						{t("dashboard.copyLink")}
					</MenuItem>
				)}
				{!isRemoved && hasShareSheet() && (
					<MenuItem icon={Share2} onSelect={() => openShareSheet(share.title, link)}>
						{t("dashboard.shareSheet")}
					</MenuItem>
				)}
				{!isRemoved && (
					<MenuItem icon={QrCode} onSelect={() => setDialog("qr")}>
						{t("dashboard.qr")}
					</MenuItem>
				)}
				{!isRemoved && (
					<MenuItem icon={CodeXml} onSelect={() => setDialog("embed")}>
						{t("dashboard.embed")}
					</MenuItem>
				)}
				<MenuLink>
					{isRemoved ? (
						<Link to={paths.decisions}>
							<Icon of={Scale} className="text-muted" />
							{t("dashboard.removedWhy")}
						</Link>
					) : (
						<a href={`${paths.share(share.shareId)}?as=buyer`} target="_blank" rel="noreferrer">
							<Icon of={Eye} className="text-muted" />
							{t("dashboard.viewAsBuyer")}
						</a>
					)}
				</MenuLink>
				<MenuLink>
					<Link to={paths.sales(share.shareId)}>
						<Icon of={ReceiptText} className="text-muted" />
						{t("dashboard.sales")}
					</Link>
				</MenuLink>
				{share.choosing && (
					<MenuLink>
						<Link to={paths.choicesOf(share.shareId)}>
							<Icon of={Heart} className="text-muted" />
							{t("dashboard.choices")}
						</Link>
					</MenuLink>
				)}
				<MenuLink>
					<Link to={analyticsOf(share.shareId)}>
						<Icon of={ChartColumn} className="text-muted" />
						{t("dashboard.analytics")}
					</Link>
				</MenuLink>
				{!isRemoved && <MenuLine />}
				{mayChange && (
					<MenuLink>
						<Link to={paths.edit(share.shareId)}>
							<Icon of={Pencil} className="text-muted" />
							{t("dashboard.edit")}
						</Link>
					</MenuLink>
				)}
				{mayChange && !share.bundle && (
					<MenuItem icon={Copy} onSelect={duplicate.run}>
						{t("dashboard.duplicate")}
					</MenuItem>
				)}
				{mayChange && share.sales > 0 && (
					<MenuItem icon={Megaphone} onSelect={() => setDialog("tell")}>
						{t("dashboard.tell")}
					</MenuItem>
				)}
				{mayChange && share.status === "published" && (
					<MenuItem
						icon={share.selling ? CirclePause : CirclePlay}
						onSelect={share.selling ? stopSelling : resumption.run}
					>
						{t(share.selling ? "dashboard.stopSelling" : "dashboard.resumeSelling")}
					</MenuItem>
				)}
				{!isRemoved && (
					<MenuItem icon={Trash2} danger onSelect={() => setDialog("delete")}>
						{t("dashboard.delete")}
					</MenuItem>
				)}
			</Menu>
			<Suspense>
				{dialog === "qr" && <QrDialog share={share} onClose={close} />}
				{dialog === "embed" && <EmbedDialog share={share} onClose={close} />}
				{dialog === "tell" && mayChange && <TellBuyersDialog share={share} onClose={close} />}
			</Suspense>
			{dialog === "delete" && (
				<DeleteShareDialog share={share} onClose={close} onStopSelling={stopSelling} />
			)}
		</>
	);
}
