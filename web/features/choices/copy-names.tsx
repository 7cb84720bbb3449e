import ChevronDown from "icons:chevron-down";
import Copy from "icons:copy";
import { useCopy } from "../../lib/page/use-copy.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { type ListFormat, listOf, SEPARATORS, sidecars } from "./lists.ts";
import { useTexts } from "./texts.ts";

const FORMATS = Object.keys(SEPARATORS) as ListFormat[];

/** The chosen files' names for other programs. */
export function CopyNames({ names, title }: { names: readonly string[]; title: string }) {
	const t = useTexts();
	const { copied, copy } = useCopy();
	async function copyAs(format: ListFormat) {
		if (await copy(listOf(names, format))) return;
		toast({ tone: "destructive", title: t("choices.copyFailed") });
	}
	function download() {
		const href = URL.createObjectURL(sidecars(names, Date.now()));
		const link = Object.assign(document.createElement("a"), { href, download: `${title} XMP.zip` });
		link.click();
		// The download has begun by then.
		setTimeout(() => URL.revokeObjectURL(href), 60_000);
	}
	return (
		<Menu
			trigger={
				<button
					type="button"
					className={buttonClass("primary", "sm")}
					disabled={names.length === 0}
				>
					<Icon of={Copy} size={18} />
					<span aria-live="polite">{t(copied ? "choices.copied" : "choices.copy")}</span>
					<Icon of={ChevronDown} size={16} />
				</button>
			}
		>
			{FORMATS.map((format) => (
				<MenuItem key={format} onSelect={() => copyAs(format)}>
					<span className="py-1.5">
						{t(`choices.as.${format}`)}
						<span className="block text-13 text-muted">{listOf(["A", "B", "C"], format)}</span>
					</span>
				</MenuItem>
			))}
			<MenuLine />
			<MenuItem onSelect={download}>
				<span className="py-1.5">
					{t("choices.sidecars")}
					<span className="block text-13 text-muted">{t("choices.sidecarsHint")}</span>
				</span>
			</MenuItem>
		</Menu>
	);
}
