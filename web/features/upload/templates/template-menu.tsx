import BookmarkPlus from "icons:bookmark-plus";
import FileText from "icons:file-text";
import LayoutTemplate from "icons:layout-template";
import Settings2 from "icons:settings-2";
import { lazy, Suspense, useState } from "react";
import type {
	ShareTemplate,
	TemplateDetails,
} from "../../../../worker/contract/catalogue/templates.ts";
import {
	createTemplate,
	replaceTemplate,
	useTemplates,
} from "../../../lib/server/queries/templates.ts";
import { useTemplateTexts } from "../../../lib/texts/template-texts.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuItem, MenuLine } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast.ts";
import type { Details } from "../screen/details.ts";

const SaveDialog = lazy(() => import("../../../shared/save-template-dialog.tsx"));
const ManageDialog = lazy(() => import("./manage-dialog.tsx"));

const keptOf = ({ title: _, addTo: _to, replaces: _of, ...kept }: Details): TemplateDetails => kept;

export function TemplateMenu({
	details,
	onChange,
}: {
	details: Details;
	onChange: (change: Partial<Details>) => void;
}) {
	const t = useTemplateTexts();
	const { data: templates = [] } = useTemplates();
	const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
	const close = () => setDialog(null);

	function apply({ name, details: filled }: ShareTemplate) {
		const before = keptOf(details);
		onChange(filled);
		toast({
			tone: "good",
			title: t("templates.applied", { name }),
			action: { label: t("templates.undo"), run: () => onChange(before) },
		});
	}
	async function save(name: string) {
		const known = templates.find((template) => template.name === name);
		const kept = keptOf(details);
		await (known ? replaceTemplate(known.id, kept) : createTemplate(name, kept));
	}

	return (
		<>
			<Menu
				trigger={
					<button type="button" className={`${buttonClass("quiet", "sm")} -me-3`}>
						<Icon of={LayoutTemplate} size={18} />
						{t("templates.menu")}
					</button>
				}
			>
				{templates.length > 0 && (
					<>
						<div className="max-h-72 max-w-72 overflow-y-auto">
							{templates.map((template) => (
								<MenuItem key={template.id} icon={FileText} onSelect={() => apply(template)}>
									<span className="min-w-0 truncate">{template.name}</span>
								</MenuItem>
							))}
						</div>
						<MenuLine />
					</>
				)}
				<MenuItem icon={BookmarkPlus} onSelect={() => setDialog("save")}>
					{t("templates.saveAs")}
				</MenuItem>
				{templates.length > 0 && (
					<MenuItem icon={Settings2} onSelect={() => setDialog("manage")}>
						{t("templates.manage")}
					</MenuItem>
				)}
			</Menu>
			<Suspense>
				{dialog === "save" && (
					<SaveDialog replaceable={templates.map(({ name }) => name)} save={save} onClose={close} />
				)}
				{dialog === "manage" && <ManageDialog templates={templates} onClose={close} />}
			</Suspense>
		</>
	);
}
