import FilePlus2 from "icons:file-plus-2";
import Layers from "icons:layers";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import {
	PREVIEW_IMAGES,
	type PreviewPolicy,
} from "../../../worker/catalogue/shares/contract/share-fields.ts";
import { isOpenToAll } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { canSellSingles } from "../../../worker/catalogue/shares/contract/singles.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { useLeaveGuard } from "../../lib/forms/use-leave-guard.ts";
import { formatDate, formatSize } from "../../lib/i18n/format.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import type { CoverChoice } from "../../lib/selling/cover-picture.ts";
import { refreshPreviews } from "../../lib/server/queries/missing-previews.ts";
import { putSharePicture } from "../../lib/server/queries/pictures.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { editShare, removeFiles } from "../../lib/server/queries/shares.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { ChoosingFields } from "../../shared/offer/choosing-fields.tsx";
import { imagesToPick } from "../../shared/offer/images-to-pick.ts";
import { MoreOptions, OptionSection } from "../../shared/offer/more-options.tsx";
import { PriceFields, PricingKind } from "../../shared/offer/pricing-fields.tsx";
import { SaleFields } from "../../shared/offer/sale-fields.tsx";
import { SinglesFields } from "../../shared/offer/singles-fields.tsx";
import { TextFields } from "../../shared/offer/text-fields.tsx";
import { useSetWords } from "../../shared/offer/use-set-words.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { AccessSection } from "./access.tsx";
import { BundleSection, bundleDraftOf, bundleEdits } from "./bundle.tsx";
import { FileEditor, type FileEdits, NO_EDITS } from "./file-editor.tsx";
import { formInput } from "./form.ts";
import { type HiddenPages, PagesPicker } from "./pages-picker.tsx";
import { CoverPicker, SamplesPicker } from "./picture-pickers.tsx";
import { accessEdits, shareEdits } from "./share-edits.ts";
import { useTexts } from "./texts.ts";
import { VisibilityFields } from "./visibility.tsx";

const typedOf = (share: MyShare) => ({
	...share,
	description: share.description ?? "",
	licence: share.licence ?? "",
	price: share.pricing === "free" ? "" : share.price,
	suggestedPrice: share.suggestedPrice ?? "",
	maxSales: share.maxSales === null ? "" : String(share.maxSales),
});

type Typed = Omit<ReturnType<typeof typedOf>, "singles" | "choosing"> &
	Pick<DraftDetails, "singles" | "choosing">;

/** Sends only changed fields. */
export function EditForm({ share: current }: { share: MyShare }) {
	const t = useTexts();
	const offer = useOfferTexts();
	const navigate = useNavigate();
	// The share as it was when the form opened.
	const [share] = useState(current);
	const [typed, setTyped] = useState<Typed>(() => typedOf(share));
	const [cover, setCover] = useState<CoverChoice>({ fileId: share.coverFileId });
	const [edits, setEdits] = useState(NO_EDITS);
	const [samples, setSamples] = useState<readonly string[]>(share.samples);
	const [samplesMarked, setSamplesMarked] = useState(share.samplesMarked);
	const [hiddenPages, setHiddenPages] = useState<HiddenPages>(new Map());
	const [bundle, setBundle] = useState(() => bundleDraftOf(share));
	const [isTouched, setTouched] = useState(false);
	const sellable = useSellable(share, edits);
	useLeaveGuard(isTouched, t("edit.leave"));
	// For changes without an input event.
	const touching =
		<Value,>(set: (value: Value) => void) =>
		(value: Value) => {
			setTouched(true);
			set(value);
		};
	const change = (part: Partial<Typed>) =>
		setTyped((before) => ({ ...before, ...part, images: imagesToPick(before, part) }));
	const { errors, pending, failure, onSubmit } = useForm({
		schema: formInput(share.currency),
		extra: {
			hadPassword: share.hasPassword,
			parts: bundle?.parts,
			singles: canSellSingles(typed) ? typed.singles : null,
			choosing: typed.choosing,
		},
		async submit(fields) {
			const { removed, fields: fileFields } = edits;
			const order = edits.order?.filter((id) => !removed.has(id));
			const files = [...new Set([...fileFields.keys(), ...hiddenPages.keys()])]
				.filter((id) => !removed.has(id))
				.map((id) => ({
					id,
					...fileFields.get(id),
					hiddenPages: hiddenPages.get(id)?.slice(),
				}));
			if (removed.size > 0) {
				await removeFiles(share.shareId, [...removed]);
				// Saving the rest may fail and be repeated.
				setEdits({ ...NO_EDITS, order: order ?? null, fields: fileFields });
			}
			if ("picture" in cover) await putSharePicture(share.shareId, "cover", cover.picture);
			const isRecovered = "picture" in cover || cover.fileId !== share.coverFileId;
			const changes = shareEdits(share, fields);
			const isRechosen = samples.join() !== share.samples.join();
			const isRemarked = samplesMarked !== share.samplesMarked;
			const isResampled = isRechosen || isRemarked;
			const json = {
				...changes,
				...accessEdits(share, fields),
				...bundleEdits(share, bundle),
				...("fileId" in cover && isRecovered && { coverFileId: cover.fileId }),
				...(isRechosen && { samples: samples.filter((id) => !removed.has(id)) }),
				...(isRemarked && { samplesMarked }),
				...(order && { order }),
				...(files.length > 0 && { files }),
			};
			if (Object.keys(json).length > 0) await editShare(share.shareId, json);
			const isRetold = ["title", "description", "images"].some((name) => name in changes);
			if (isRetold || isRecovered || isResampled || removed.size > 0 || order || files.length > 0)
				void updateLinkCard(share.shareId);
			if (files.length > 0 || isResampled || "images" in changes || "singles" in changes)
				refreshPreviews(share.shareId);
			toast({ tone: "good", title: t("edit.saved") });
			setTouched(false);
			navigate(paths.dashboard);
		},
	});
	const fields = { values: typed, errors, onChange: change };
	return (
		<form
			onSubmit={onSubmit}
			onChange={() => setTouched(true)}
			noValidate
			className="flex flex-col gap-6"
		>
			<FailedAlert failure={failure} title={t("edit.failed")} fallback={t("edit.tryAgain")} />
			<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
				<Card className="flex flex-col gap-5 p-5 sm:p-6">
					<TextFields {...fields} />
					<PriceFields {...fields} hint={t("edit.priceHint")} />
					{!bundle && <SinglesFields {...fields} sellable={sellable} />}
				</Card>
				<ShareCard share={share} />
			</div>
			{bundle && (
				<Card className="p-5 sm:p-6">
					<BundleSection
						share={share}
						draft={bundle}
						onChange={touching(setBundle)}
						price={typed.price}
						error={errors.parts}
					/>
				</Card>
			)}
			<MoreOptions set={useSet(share, typed, samples.length)}>
				{!bundle && (
					<OptionSection title={offer("offer.seen")}>
						{!isOpenToAll(typed) && (
							<SelectField
								label={offer("offer.pictures")}
								name="images"
								value={typed.images}
								error={errors.images}
								onChange={(event) =>
									// The options are the policy's values.
									change({ images: event.target.value as PreviewPolicy["images"] })
								}
							>
								{PREVIEW_IMAGES.map((images) => (
									<option key={images} value={images}>
										{offer(`offer.${images}`)}
									</option>
								))}
							</SelectField>
						)}
						{share.status === "published" && typed.images !== "none" && !isOpenToAll(typed) && (
							<>
								<SamplesPicker
									share={share}
									chosen={samples}
									onChange={setSamples}
									isMarked={samplesMarked}
									onMark={setSamplesMarked}
								/>
								<PagesPicker share={share} changes={hiddenPages} onChange={setHiddenPages} />
							</>
						)}
						<CoverPicker
							share={share}
							chosen={cover}
							onChoose={touching(setCover)}
							error={errors.coverFileId}
						/>
						{share.status === "published" && (
							<FileEditor
								share={share}
								edits={edits}
								onChange={touching(setEdits)}
								sellsSingles={typed.singles !== null && canSellSingles(typed)}
							/>
						)}
					</OptionSection>
				)}
				<OptionSection title={offer("offer.sold")}>
					<PricingKind {...fields} canBeFree={typed.saleMode === "each" && !bundle} />
					<SaleFields {...fields} hasModes={!bundle} isFixed={share.sales > 0} />
					{!bundle && <ChoosingFields {...fields} canBeFree={typed.saleMode === "each"} />}
				</OptionSection>
				<OptionSection title={t("edit.whoSees")}>
					<AccessSection share={share} errors={errors} />
					<VisibilityFields share={share} mode={typed.saleMode} />
				</OptionSection>
			</MoreOptions>
			<div className="bottom-bar flex justify-end">
				<Button type="submit" tone="primary" pending={pending && t("edit.saving")}>
					{t("edit.save")}
				</Button>
			</div>
		</form>
	);
}

/** The files that would be sold one by one after these edits. */
function useSellable(share: MyShare, { removed, fields }: FileEdits) {
	const { data: page } = useShareResponse(share.shareId);
	const sold = (page?.files ?? []).filter(
		(file) => !removed.has(file.id) && !{ ...file, ...fields.get(file.id) }.wholeOnly,
	);
	return { files: sold.length, pictures: sold.filter(({ icon }) => icon === "image").length };
}

function ShareCard({ share }: { share: MyShare }) {
	const t = useTexts();
	return (
		<Card className="flex flex-wrap items-center gap-4 p-5 sm:p-6">
			<CoverThumb
				cover={share.cover}
				icon={share.bundle ? Layers : FILE_ICONS[share.files[0]?.icon ?? "generic"]}
				className="size-20"
			/>
			<div className="flex min-w-0 flex-1 flex-col items-start gap-1">
				<p className="tabular">
					{t("edit.fileCount", { n: share.fileCount, size: formatSize(share.totalSize) })}
				</p>
				<a href={`${paths.share(share.shareId)}?as=buyer`} className="prose-link">
					{t("edit.view")}
				</a>
			</div>
			{!share.bundle && (
				<div className="w-full">
					<Link className={buttonClass("plain", "sm")} to={`${paths.upload}?to=${share.shareId}`}>
						<Icon of={FilePlus2} size={18} />
						{t("edit.addFiles")}
					</Link>
					{share.sales > 0 && <p className="mt-1.5 text-13 text-muted">{t("edit.addFilesHint")}</p>}
				</div>
			)}
		</Card>
	);
}

function useSet(share: MyShare, typed: Typed, samples: number): string[] {
	const t = useTexts();
	const opens = share.opensAt !== null && new Date(share.opensAt) > new Date();
	return [
		...useSetWords({
			...typed,
			hasPictures: !share.bundle && share.files.some(({ icon }) => icon === "image"),
			samples,
		}),
		opens && t("edit.setFrom", { date: formatDate(share.opensAt ?? "") }),
		share.expiresAt !== null && t("edit.setUntil", { date: formatDate(share.expiresAt) }),
		share.hasPassword && t("edit.setPassword"),
		share.listed && typed.saleMode === "each" && t("edit.setListed"),
	].filter((words) => words !== false);
}
