import {
	CirclePause,
	CirclePlay,
	Ellipsis,
	Eye,
	Pencil,
	QrCode,
	ReceiptText,
	Share2,
	Trash2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import type { MyShare } from "../../../worker/contract/shares.ts";
import { paths, shareLink } from "../../lib/paths.ts";
import { editShare } from "../../lib/queries/shares.ts";
import { failureText } from "../../lib/server-texts.ts";
import { hasShareSheet, openShareSheet } from "../../lib/share-sheet.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem, MenuLine, MenuLink } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { DeleteShareDialog } from "./delete-share-dialog.tsx";
import { useTexts } from "./texts.ts";

const QrDialog = lazy(() => import("./qr-dialog.tsx"));
const EditShareDialog = lazy(() => import("./edit-share-dialog.tsx"));

/** The actions for a share; its link is copied by a button beside them. */
export function ShareMenu({ share }: { share: MyShare }) {
	const t = useTexts();
	const [dialog, setDialog] = useState<"qr" | "edit" | "delete" | null>(null);
	const link = shareLink(share.shareId);
	const close = () => setDialog(null);

	async function setSelling(selling: boolean) {
		try {
			await editShare(share.shareId, { selling });
			toast(
				selling
					? { tone: "good", title: t("dashboard.resumed") }
					: { title: t("dashboard.stopped"), text: t("dashboard.stoppedText") },
			);
		} catch (error) {
			toast({
				tone: "destructive",
				title: t("dashboard.changeFailed"),
				text: failureText(error, t("dashboard.tryAgain")),
			});
		}
	}

	return (
		<>
			<Menu
				trigger={
					<button
						type="button"
						className="btn btn-ghost btn-square -me-2 text-muted"
						aria-label={t("dashboard.menuOf", { title: share.title })}
					>
						<Icon of={Ellipsis} />
					</button>
				}
			>
				{hasShareSheet() && (
					<MenuItem icon={Share2} onSelect={() => openShareSheet(share.title, link)}>
						{t("dashboard.shareSheet")}
					</MenuItem>
				)}
				<MenuItem icon={QrCode} onSelect={() => setDialog("qr")}>
					{t("dashboard.qr")}
				</MenuItem>
				<MenuLink>
					<a href={`${paths.share(share.shareId)}?as=buyer`} target="_blank" rel="noreferrer">
						<Icon of={Eye} className="text-muted" />
						{t("dashboard.viewAsBuyer")}
					</a>
				</MenuLink>
				<MenuLink>
					<Link to={paths.sales(share.shareId)}>
						<Icon of={ReceiptText} className="text-muted" />
						{t("dashboard.sales")}
					</Link>
				</MenuLink>
				<MenuLine />
				<MenuItem icon={Pencil} onSelect={() => setDialog("edit")}>
					{t("dashboard.edit")}
				</MenuItem>
				{share.status === "published" && (
					<MenuItem
						icon={share.selling ? CirclePause : CirclePlay}
						onSelect={() => setSelling(!share.selling)}
					>
						{t(share.selling ? "dashboard.stopSelling" : "dashboard.resumeSelling")}
					</MenuItem>
				)}
				<MenuItem icon={Trash2} danger onSelect={() => setDialog("delete")}>
					{t("dashboard.delete")}
				</MenuItem>
			</Menu>
			<Suspense>
				{dialog === "qr" && <QrDialog share={share} onClose={close} />}
				{dialog === "edit" && <EditShareDialog share={share} onClose={close} />}
			</Suspense>
			<DeleteShareDialog
				share={share}
				open={dialog === "delete"}
				onClose={close}
				onStopSelling={() => setSelling(false)}
			/>
		</>
	);
}
