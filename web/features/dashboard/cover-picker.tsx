import { ImagePlus } from "lucide-react";
import { useEffect, useId, useMemo } from "react";
import type { MyShare, ShareFile } from "../../../worker/contract/shares.ts";
import { fileLinks } from "../../lib/queries/files.ts";
import { useShareResponse } from "../../lib/queries/share.ts";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

/** The creator's choice: a new picture, a file's id, the share's own id for its present one, or none. */
export type CoverChoice = { picture: Blob } | { fileId: string | null };

type Props = { share: MyShare; chosen: CoverChoice; onChoose: (choice: CoverChoice) => void };

/** How many files with a picture are offered; further ones are rarely the best. */
const OFFERED = 23;
const PICTURES = new Set(["image", "watermarked", "page", "poster", "clip", "art"]);

/** Chooses the picture that stands for a share: a file's preview, or an uploaded one. */
export function CoverPicker({ share, chosen, onChoose }: Props) {
	const t = useTexts();
	const name = useId();
	const { data: page } = useShareResponse(share.shareId);
	const uploaded = usePictureAddress("picture" in chosen ? chosen.picture : null);
	if (!page) return <Skeleton className="h-20" />;
	const pictured = page.files.filter(hasPicture).slice(0, OFFERED);
	const hasOwn = uploaded !== null || page.fileShare.coverFileId === page.fileShare.id;
	const own = uploaded ?? (page.cover?.kind === "cover" ? page.cover.src : null);
	const fileId = "fileId" in chosen ? chosen.fileId : share.id;
	return (
		<fieldset className="sm:col-span-2">
			<legend className="mb-1.5 font-medium">{t("dashboard.cover")}</legend>
			<p className="mb-2 text-13 text-muted">{t("dashboard.coverHint")}</p>
			<div className="flex max-h-52 flex-wrap gap-2 overflow-y-auto p-1">
				<CoverOption
					{...{ name, label: t("dashboard.coverDefault"), src: null }}
					checked={fileId === null}
					onChoose={() => onChoose({ fileId: null })}
				/>
				{hasOwn && own && (
					<CoverOption
						{...{ name, label: t("dashboard.coverOwn"), src: own }}
						checked={fileId === share.id}
						onChoose={() => onChoose(uploaded ? chosen : { fileId: share.id })}
					/>
				)}
				{pictured.map((file) => (
					<CoverOption
						key={file.id}
						{...{ name, label: file.originalName, src: pictureOf(file) }}
						checked={fileId === file.id}
						onChoose={() => onChoose({ fileId: file.id })}
					/>
				))}
				<label className="grid size-16 cursor-pointer place-items-center rounded-control border border-edge border-dashed text-muted hover:bg-faint has-focus-visible:outline-2 has-focus-visible:outline-primary">
					<Icon of={ImagePlus} />
					<span className="sr-only">{t("dashboard.coverUpload")}</span>
					<input
						type="file"
						accept="image/*"
						className="sr-only"
						onChange={(event) => {
							const [picture] = event.target.files ?? [];
							if (picture) onChoose({ picture });
						}}
					/>
				</label>
			</div>
		</fieldset>
	);
}

type OptionProps = {
	name: string;
	label: string;
	/** null for the default */
	src: string | null;
	checked: boolean;
	onChoose: () => void;
};

function CoverOption({ name, label, src, checked, onChoose }: OptionProps) {
	return (
		<label
			title={label}
			className={classes(
				"relative grid size-16 cursor-pointer place-items-center overflow-hidden rounded-control bg-faint text-13 text-muted has-focus-visible:outline-2 has-focus-visible:outline-primary",
				checked && "ring-2 ring-primary ring-offset-2 ring-offset-surface",
			)}
		>
			<input type="radio" name={name} className="sr-only" checked={checked} onChange={onChoose} />
			{src ? (
				<>
					<img alt="" src={src} className="size-full object-cover" />
					<span className="sr-only">{label}</span>
				</>
			) : (
				<span className="px-1 text-center leading-tight">{label}</span>
			)}
		</label>
	);
}

function hasPicture({ preview }: ShareFile): boolean {
	return preview !== null && PICTURES.has(preview.kind) && preview.width !== null;
}

function pictureOf({ id, preview }: ShareFile): string {
	return preview?.placeholder ?? preview?.src ?? fileLinks.preview(id);
}

/** An address of a chosen picture that lasts as long as the component. */
function usePictureAddress(picture: Blob | null): string | null {
	const address = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture]);
	useEffect(() => {
		if (address) return () => URL.revokeObjectURL(address);
	}, [address]);
	return address;
}
