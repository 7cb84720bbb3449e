import FilePlus2 from "icons:file-plus-2";
import FolderPlus from "icons:folder-plus";
import Upload from "icons:upload";
import { type MouseEvent, useState } from "react";
import { type FileError, useDropzone } from "react-dropzone";
import { MAX_FILE_NAME_LENGTH, MAX_FILE_SIZE } from "../../../../worker/contract/constants.ts";
import { isProgramName } from "../../../../worker/files/contract/detect-type.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { useLimits } from "../../../lib/server/queries/uploads.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.ts";
import { useTexts } from "../texts.ts";
import { ACCEPT, type RefusalCode, refusalOf } from "./accepted.ts";
import { AcceptedTypes } from "./accepted-types.tsx";
import { gatherDirectory, gatherFiles } from "./gather-files.ts";
import { type Refusal, Refusals } from "./refusals.tsx";

type Props = {
	onFiles: (files: File[]) => void;
	size: "page" | "card" | "strip";
	/** offers to choose a folder, but in a strip; folders can always be dropped */
	takesFolders?: boolean;
	disabled?: boolean;
	/** false for files of an unfinished upload, which were accepted before */
	isChecked?: boolean;
};

export function DropArea({
	onFiles,
	size,
	takesFolders = true,
	disabled = false,
	isChecked = true,
}: Props) {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const storage = useLimits().data?.storage;
	const room = storage ? Math.max(0, storage.limit - storage.used) : MAX_FILE_SIZE;
	const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
	const [isReadingFolder, setReadingFolder] = useState(false);

	const reasons: Record<RefusalCode, string> & Readonly<Record<string, string>> = {
		program: t("upload.program"),
		type: t("upload.typeMustBe"),
		large: t("upload.tooLarge", { n: MAX_FILE_SIZE }),
		name: t("upload.nameTooLong", { n: MAX_FILE_NAME_LENGTH }),
		content: t("upload.contentWrong"),
		damaged: t("upload.contentDamaged"),
		empty: t("upload.contentEmpty"),
		unreadable: t("upload.fileGone"),
	};
	function take(
		files: readonly File[],
		rejected: readonly { file: File; errors: readonly FileError[] }[],
	) {
		setRefusals(
			rejected.map(({ file, errors: [error] }) => ({
				name: file.name,
				// The drop zone itself refuses unknown extensions, with a code of its own.
				reason:
					reasons[isProgramName(file.name) ? "program" : (error?.code ?? "type")] ?? reasons.type,
			})),
		);
		if (files.length > 0) onFiles([...files]);
	}
	const failed = () =>
		toast({
			tone: "destructive",
			title: t("upload.dropFailed"),
			text: t("upload.dropFailedText"),
		});

	const zone = useDropzone({
		...(isChecked && { accept: ACCEPT, validator: errorOf }),
		disabled,
		noKeyboard: true,
		useFsAccessApi: true,
		getFilesFromEvent: gatherFiles,
		onDrop: (files, rejected) => take(files, rejected),
		onError: failed,
	});
	async function chooseFolder() {
		try {
			const root = await window.showDirectoryPicker?.({ mode: "read", id: "upload" });
			if (!root) return;
			setReadingFolder(true);
			const files = await gatherDirectory(root);
			const errors = await Promise.all(files.map((file) => (isChecked ? errorOf(file) : null)));
			take(
				files.filter((_, i) => !errors[i]),
				files.flatMap((file, i) => {
					const error = errors[i];
					return error ? [{ file, errors: [error] }] : [];
				}),
			);
		} catch (error) {
			if (!(error instanceof DOMException && error.name === "AbortError")) failed();
		} finally {
			setReadingFolder(false);
		}
	}

	const isReading = zone.isProcessing || isReadingFolder;
	const isStrip = size === "strip";
	const heading = isReading
		? t("upload.reading")
		: zone.isDragReject
			? t("upload.dropRefused")
			: zone.isDragActive
				? t("upload.dropNow")
				: null;
	// A click on the area opens the dialog too; a button inside must not open it twice.
	const inside = (act: () => void) => (event: MouseEvent) => {
		event.stopPropagation();
		act();
	};
	return (
		<div className="flex flex-col gap-3">
			<div
				{...zone.getRootProps({
					role: "presentation",
					"data-drag": zone.isDragReject ? "reject" : zone.isDragActive ? "accept" : undefined,
					className: classes(
						"flex rounded-card border border-dashed transition-colors duration-150",
						isStrip
							? "flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:px-5"
							: "flex-col items-center justify-center gap-5 px-6 text-center",
						size === "page" && "min-h-[min(30rem,62dvh)] py-12",
						size === "card" && "min-h-56 py-8",
						disabled ? "cursor-not-allowed opacity-60" : "cursor-pointer",
						zone.isDragReject
							? "border-error bg-error/8"
							: zone.isDragActive
								? "border-primary bg-primary/8"
								: zone.isDragGlobal || zone.isFileDialogActive || zone.isFocused
									? "border-primary bg-surface"
									: "border-edge/70 bg-surface hover:border-edge",
					),
				})}
			>
				{!isStrip && (
					<span className="grid size-14 place-items-center rounded-full bg-primary/10 text-primary">
						{isReading ? <Spinner label={t("upload.reading")} /> : <Icon of={Upload} size={26} />}
					</span>
				)}
				<div className={classes("min-w-0", isStrip && "flex-1 basis-32")}>
					<input {...zone.getInputProps({ "aria-label": t("upload.fileInput") })} />
					<p
						aria-live="polite"
						className={
							isStrip
								? "font-medium"
								: classes("font-display font-semibold", size === "page" ? "text-28" : "text-21")
						}
					>
						{heading ?? (
							<>
								<span className="pointer-coarse:hidden">
									{t(isStrip ? "upload.dropMore" : "upload.dropTitle")}
								</span>
								{/* Fingers can't drop files. */}
								<span className="not-pointer-coarse:hidden">
									{t(isStrip ? "upload.addMore" : "upload.addTitle")}
								</span>
							</>
						)}
					</p>
					{!isStrip && isChecked && (
						<div className="mx-auto mt-2 max-w-md text-15 text-muted">
							{t("upload.accepts", { fileSize: formatSize(Math.min(MAX_FILE_SIZE, room)) })}{" "}
							{storage &&
								room < MAX_FILE_SIZE &&
								t(emailVerified ? "upload.roomLeft" : "upload.roomUnverified", {
									limit: formatSize(storage.limit),
								})}{" "}
							<AcceptedTypes />
						</div>
					)}
				</div>
				<div className="flex flex-wrap justify-center gap-2">
					<Button
						tone={isStrip ? "plain" : "primary"}
						size={isStrip ? "sm" : "md"}
						icon={<Icon of={FilePlus2} size={isStrip ? 18 : 20} />}
						disabled={disabled}
						onClick={inside(zone.open)}
					>
						{t(isStrip ? "upload.addFiles" : "upload.chooseFiles")}
					</Button>
					{takesFolders && !isStrip && "showDirectoryPicker" in window && (
						<Button
							icon={<Icon of={FolderPlus} />}
							disabled={disabled}
							onClick={inside(chooseFolder)}
						>
							{t("upload.chooseFolder")}
						</Button>
					)}
				</div>
			</div>
			<Refusals refusals={refusals} onClose={() => setRefusals([])} />
		</div>
	);
}

async function errorOf(file: File): Promise<FileError | null> {
	const refusal = await refusalOf(file);
	return refusal && { code: refusal, message: "" };
}
