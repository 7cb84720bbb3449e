import ArrowDown from "icons:arrow-down";
import ArrowUp from "icons:arrow-up";
import RefreshCw from "icons:refresh-cw";
import Trash2 from "icons:trash";
import Undo2 from "icons:undo-2";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ShownFileFields } from "../../../worker/catalogue/shares/contract/file-fields.ts";
import type { MyShare, ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { CoverThumb } from "../../shared/cover-thumb.tsx";
import { FILE_ICONS } from "../../shared/file-icons.ts";
import { FileThumb } from "../../shared/file-thumb.tsx";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CheckField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

export type FileEdits = {
	order: readonly string[] | null;
	removed: ReadonlySet<string>;
	/** changed fields by file id */
	fields: ReadonlyMap<string, ShownFileFields>;
};

export const NO_EDITS: FileEdits = { order: null, removed: new Set(), fields: new Map() };

type Props = {
	share: MyShare;
	edits: FileEdits;
	onChange: (edits: FileEdits) => void;
	/** files are sold one by one too */
	sellsSingles?: boolean;
};

/** Per-file switches and their texts; a ticked box means the field is false. */
const SWITCHES = {
	noPreview: {
		choose: "edit.choosePreviews",
		all: "edit.allPreviews",
		one: "edit.previewOf",
		mark: "edit.noPreview",
		count: "edit.noPreviewCount",
	},
	wholeOnly: {
		choose: "edit.chooseSingles",
		all: "edit.allSingles",
		one: "edit.singleOf",
		mark: "edit.wholeOnly",
		count: "edit.wholeOnlyCount",
	},
} as const satisfies Record<keyof ShownFileFields, object>;
type Switch = keyof typeof SWITCHES;

/** Reorders, replaces and removes files, except the last; or chooses which show a preview or are sold individually. */
export function FileEditor({ share, edits, onChange, sellsSingles = false }: Props) {
	const t = useTexts();
	const { data: page } = useShareResponse(share.shareId);
	const [chosen, setChosen] = useState<Switch | null>(null);
	if (!page) return null;
	const files = inOrder(page.files, edits.order);
	const { removed } = edits;
	const switches: Switch[] = sellsSingles ? ["noPreview", "wholeOnly"] : ["noPreview"];
	const isOff = (file: ShareFile, name: Switch) =>
		({ ...file, ...edits.fields.get(file.id) })[name] ?? false;
	const countOff = (name: Switch) => files.filter((file) => isOff(file, name)).length;
	function set(name: Switch, of: readonly ShareFile[], value: boolean) {
		const fields = new Map(edits.fields);
		for (const file of of) {
			const { [name]: _, ...others } = fields.get(file.id) ?? {};
			const changed = value === (file[name] ?? false) ? others : { ...others, [name]: value };
			if (Object.keys(changed).length === 0) fields.delete(file.id);
			else fields.set(file.id, changed);
		}
		onChange({ ...edits, fields });
	}
	function move(from: number, to: number) {
		const order = files.map(({ id }) => id);
		const [moved = ""] = order.splice(from, 1);
		order.splice(to, 0, moved);
		onChange({ ...edits, order });
	}
	function toggle(id: string) {
		const next = new Set(removed);
		if (!next.delete(id)) next.add(id);
		onChange({ ...edits, removed: next });
	}
	return (
		<Fold
			summaryClass="font-medium"
			title={
				<>
					{t("edit.files")}
					{removed.size > 0 && (
						<span className="ms-2 text-13 text-error">
							{t("edit.removeCount", { n: removed.size })}
						</span>
					)}
					{switches.map(
						(name) =>
							countOff(name) > 0 && (
								<span key={name} className="ms-2 text-13 text-muted">
									{t(SWITCHES[name].count, { n: countOff(name) })}
								</span>
							),
					)}
				</>
			}
		>
			<div className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1">
				{chosen && (
					<CheckField
						label={t(SWITCHES[chosen].all)}
						checked={countOff(chosen) === 0}
						onChange={(event) => set(chosen, files, !event.target.checked)}
					/>
				)}
				{(chosen ? [chosen] : switches).map((name) => (
					<Button
						key={name}
						size="sm"
						tone="quiet"
						className="-mx-3"
						onClick={() => setChosen(chosen ? null : name)}
					>
						{t(chosen ? "edit.arrangeFiles" : SWITCHES[name].choose)}
					</Button>
				))}
			</div>
			<ol className="mt-2 max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line">
				{files.map((file, at) => {
					const name = file.originalName;
					const isRemoved = removed.has(file.id);
					return (
						<li
							key={file.id}
							className="flex items-center gap-1 px-3 py-1.5 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto]"
						>
							{file.icon === "image" ? (
								<FileThumb fileId={file.id} className="size-10" />
							) : (
								<CoverThumb cover={null} icon={FILE_ICONS[file.icon]} className="size-10" />
							)}
							<span className="mx-2 min-w-0 flex-1">
								<span
									className={classes("block truncate", isRemoved && "text-muted line-through")}
									title={name}
								>
									{name}
								</span>
								<span className="tabular block truncate text-13 text-muted">
									{[
										formatSize(file.size),
										...switches
											.filter((name) => isOff(file, name))
											.map((name) => t(SWITCHES[name].mark)),
									].join(" · ")}
								</span>
							</span>
							{chosen ? (
								<input
									type="checkbox"
									className="checkbox checkbox-primary checkbox-sm m-1.5 border-edge"
									aria-label={t(SWITCHES[chosen].one, { name })}
									checked={!isOff(file, chosen)}
									onChange={(event) => set(chosen, [file], !event.target.checked)}
								/>
							) : (
								<>
									<FileButton
										icon={ArrowUp}
										label={t("edit.moveUp", { name })}
										disabled={at === 0}
										onClick={() => move(at, at - 1)}
									/>
									<FileButton
										icon={ArrowDown}
										label={t("edit.moveDown", { name })}
										disabled={at === files.length - 1}
										onClick={() => move(at, at + 1)}
									/>
									{!isRemoved && (
										<Link
											to={`${paths.upload}?to=${share.shareId}&replace=${file.id}`}
											className="btn btn-ghost btn-square btn-sm"
											aria-label={t("edit.replaceFile", { name })}
										>
											<Icon of={RefreshCw} size={18} />
										</Link>
									)}
									{share.sales === 0 && files.length > 1 && (
										<FileButton
											icon={isRemoved ? Undo2 : Trash2}
											label={t(isRemoved ? "edit.keepFile" : "edit.removeFile", { name })}
											disabled={!isRemoved && removed.size >= files.length - 1}
											onClick={() => toggle(file.id)}
										/>
									)}
								</>
							)}
						</li>
					);
				})}
			</ol>
			{share.sales > 0 && <p className="mt-1.5 text-13 text-muted">{t("edit.filesFixed")}</p>}
		</Fold>
	);
}

function FileButton({
	icon,
	label,
	disabled,
	onClick,
}: {
	icon: IconBody;
	label: string;
	disabled: boolean;
	onClick: () => void;
}) {
	return (
		<button
			type="button"
			className="btn btn-ghost btn-square btn-sm"
			aria-label={label}
			disabled={disabled}
			onClick={onClick}
		>
			<Icon of={icon} size={18} />
		</button>
	);
}

function inOrder(files: readonly ShareFile[], order: readonly string[] | null): ShareFile[] {
	if (!order) return [...files];
	const places = new Map(order.map((id, at) => [id, at]));
	const placeOf = ({ id }: ShareFile) => places.get(id) ?? places.size;
	return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}
