import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { SaleMode } from "../../../../worker/contract/catalogue/share-fields.ts";
import type { MyShare } from "../../../../worker/contract/catalogue/shares.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { useForm } from "../../../lib/forms/use-form.ts";
import { updateLinkCard } from "../../../lib/link-card/update-card.ts";
import type { CoverChoice } from "../../../lib/selling/cover-picture.ts";
import { refreshPreviews } from "../../../lib/server/queries/missing-previews.ts";
import { putSharePicture } from "../../../lib/server/queries/pictures.ts";
import { editShare, removeFiles } from "../../../lib/server/queries/shares.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailedAlert } from "../../../ui/failed-alert.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FilePlus2 } from "../../../ui/icons/file-plus-2.ts";
import { toast } from "../../../ui/toast.ts";
import { useTexts } from "../texts.ts";
import { AccessSection } from "./access.tsx";
import { accessEdits } from "./access-edits.ts";
import { BundleSection, bundleDraftOf, bundleEdits } from "./bundle.tsx";
import { DetailsSection } from "./details.tsx";
import { FileEditor, NO_EDITS } from "./file-editor.tsx";
import { formInput } from "./form.ts";
import { IndexedSection, ListedSection, PreviewsSection } from "./page.tsx";
import { PriceSection } from "./price.tsx";
import { SaleSection } from "./sale.tsx";
import { SamplesPicker } from "./samples-picker.tsx";
import { shareEdits } from "./share-edits.ts";

/** Changes what buyers read and the terms of the sale: what the person has changed in the form, and no more. */
export default function EditShareDialog({
	share: current,
	onClose,
}: {
	share: MyShare;
	onClose: () => void;
}) {
	const t = useTexts();
	const formId = useId();
	// What the person sees in the form, and changes: not what the list shows by now.
	const [share] = useState(current);
	const [mode, setMode] = useState<SaleMode>(share.saleMode);
	const [cover, setCover] = useState<CoverChoice>({ fileId: share.coverFileId });
	const [edits, setEdits] = useState(NO_EDITS);
	const [samples, setSamples] = useState<readonly string[]>(share.samples);
	const [isListed, setListed] = useState(share.listed);
	const [bundle, setBundle] = useState(() => bundleDraftOf(share));
	const { errors, pending, failure, onSubmit } = useForm({
		schema: formInput,
		extra: { hadPassword: share.hasPassword, parts: bundle?.parts },
		async submit(fields) {
			const { removed, noPreview } = edits;
			const order = edits.order?.filter((id) => !removed.has(id));
			const files = [...noPreview]
				.filter(([id]) => !removed.has(id))
				.map(([id, isHidden]) => ({ id, noPreview: isHidden }));
			if (removed.size > 0) {
				await removeFiles(share.shareId, [...removed]);
				// They are gone, also when saving the rest fails and is repeated.
				setEdits({ ...NO_EDITS, order: order ?? null, noPreview });
			}
			if ("picture" in cover) await putSharePicture(share.shareId, "cover", cover.picture);
			const isRecovered = "picture" in cover || cover.fileId !== share.coverFileId;
			const changes = shareEdits(share, fields);
			const isResampled = samples.join() !== share.samples.join();
			const json = {
				...changes,
				...accessEdits(share, fields),
				...bundleEdits(share, bundle),
				...("fileId" in cover && isRecovered && { coverFileId: cover.fileId }),
				...(isResampled && { samples: samples.filter((id) => !removed.has(id)) }),
				...(order && { order }),
				...(files.length > 0 && { files }),
				...(mode === "each" && isListed !== share.listed && { listed: isListed }),
			};
			if (Object.keys(json).length > 0) await editShare(share.shareId, json);
			const isRetold = ["title", "description", "images"].some((name) => name in changes);
			if (isRetold || isRecovered || isResampled || removed.size > 0 || order || files.length > 0)
				void updateLinkCard(share.shareId);
			if (files.length > 0 || isResampled || "images" in changes) refreshPreviews();
			toast({ tone: "good", title: t("dashboard.saved") });
			onClose();
		},
	});
	return (
		<Dialog
			open
			onClose={onClose}
			size="wide"
			title={t(bundle ? "dashboard.editBundleTitle" : "dashboard.editTitle")}
			closeLabel={t("dashboard.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("dashboard.cancel")}</Button>
					<Button
						type="submit"
						form={formId}
						tone="primary"
						pending={pending && t("dashboard.saving")}
					>
						{t("dashboard.save")}
					</Button>
				</>
			}
		>
			<form id={formId} onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
				<FailedAlert
					failure={failure}
					title={t("dashboard.changeFailed")}
					fallback={t("dashboard.tryAgain")}
					className="sm:col-span-2"
				/>
				<DetailsSection share={share} errors={errors} cover={cover} onCover={setCover} />
				<PriceSection share={share} errors={errors} mode={mode}>
					{(price) =>
						bundle && (
							<BundleSection
								share={share}
								draft={bundle}
								onChange={setBundle}
								price={price}
								error={errors.parts}
							/>
						)
					}
				</PriceSection>
				<AccessSection share={share} errors={errors} />
				<SaleSection share={share} errors={errors} mode={mode} onMode={setMode} />
				{!bundle && <PreviewsSection share={share} errors={errors} />}
				{!bundle && share.status === "published" && (
					<SamplesPicker
						className="sm:col-span-2"
						share={share}
						chosen={samples}
						onChange={setSamples}
					/>
				)}
				{!bundle && share.status === "published" && (
					<FileEditor share={share} edits={edits} onChange={setEdits} />
				)}
				<ListedSection mode={mode} isListed={isListed} onChange={setListed} />
				<IndexedSection share={share} mode={mode} />
				{!bundle && (
					<div className="sm:col-span-2">
						<Link className={buttonClass("plain")} to={`${paths.upload}?to=${share.shareId}`}>
							<Icon of={FilePlus2} />
							{t("dashboard.addFiles")}
						</Link>
						{share.sales > 0 && (
							<p className="mt-1.5 text-13 text-muted">{t("dashboard.addFilesHint")}</p>
						)}
					</div>
				)}
			</form>
		</Dialog>
	);
}
