import { useState } from "react";
import { MAIN_FOLDER } from "../../../../worker/contract/constants.ts";
import { useSubmit } from "../../../lib/forms/use-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";
import { type FolderNameProblem, folderNameProblem, nameOf } from "./folders.ts";

const PROBLEMS = {
	empty: "upload.nameEmpty",
	exists: "upload.nameExists",
	slash: "upload.nameSlash",
	tooLong: "upload.nameLong",
} as const satisfies Record<FolderNameProblem, string>;

type Props = {
	folder: string | null;
	parent: string;
	folders: readonly string[];
	isNested: boolean;
	onClose: () => void;
	/** `parent` is Main Files for the top level */
	onDone: (name: string, parent: string) => void;
};

export function FolderDialog(props: Props) {
	const { folder, folders, isNested, onClose, onDone } = props;
	const t = useTexts();
	const [name, setName] = useState(folder ? nameOf(folder) : "");
	const [parent, setParent] = useState(props.parent);
	const { errors, setErrors, onSubmit } = useSubmit(async () => {
		const others = folders.filter((other) => other !== folder);
		const problem = folderNameProblem(name, parent, others);
		if (problem) return { folder: t(PROBLEMS[problem]) };
		onDone(name.trim(), parent);
	});
	return (
		<Dialog onClose={onClose} title={t(folder ? "upload.renameFolder" : "upload.newFolder")}>
			<form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
				<TextField
					label={t("upload.folderName")}
					name="folder"
					value={name}
					autoFocus
					autoComplete="off"
					error={errors.folder}
					onChange={(event) => {
						setName(event.target.value);
						setErrors({});
					}}
				/>
				{isNested && !folder && folders.length > 1 && (
					<SelectField
						label={t("upload.folderIn")}
						value={parent}
						onChange={(event) => setParent(event.target.value)}
					>
						{folders.map((one) => (
							<option key={one} value={one}>
								{one === MAIN_FOLDER ? t("upload.folderTop") : one}
							</option>
						))}
					</SelectField>
				)}
				<div className="flex flex-wrap justify-end gap-3">
					<Button onClick={onClose}>{t("upload.cancel")}</Button>
					<Button type="submit" tone="primary">
						{t(folder ? "upload.save" : "upload.create")}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
