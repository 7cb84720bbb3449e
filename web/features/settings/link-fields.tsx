import Plus from "icons:plus";
import X from "icons:x";
import { MAX_LINK_LENGTH } from "../../../worker/contract/constants.ts";
import { MAX_LINKS } from "../../../worker/pages/storefront/contract/creator-page.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

/** A link as typed; the id keeps a row's input when another row is removed. */
export type LinkRow = { id: number; text: string };

export function linksOf(rows: readonly LinkRow[]): string[] {
	return rows.map(({ text }) => text.trim()).filter(Boolean);
}

export function rowsOf(texts: readonly string[]): LinkRow[] {
	return texts.map((text, id) => ({ id, text }));
}

function withEmptyRow(rows: readonly LinkRow[]): LinkRow[] {
	return [...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, text: "" }];
}

export function LinkFields({
	rows,
	onChange,
	errors,
}: {
	rows: readonly LinkRow[];
	onChange: (rows: LinkRow[]) => void;
	errors: FieldErrors;
}) {
	const t = useTexts();
	return (
		<fieldset>
			<legend className="mb-1.5 font-medium">{t("settings.pageLinks")}</legend>
			<div className="grid gap-3">
				{rows.map((row, index) => {
					const place = linksOf(rows.slice(0, index)).length;
					const name = `links.${place}`;
					return (
						<div key={row.id} className="flex items-start gap-2">
							<TextField
								label={<span className="sr-only">{t("settings.pageLink", { n: index + 1 })}</span>}
								fieldClass="min-w-0 flex-1"
								className="w-full"
								name={name}
								type="url"
								inputMode="url"
								autoComplete="off"
								maxLength={MAX_LINK_LENGTH}
								placeholder={t("settings.pageLinkPlaceholder")}
								value={row.text}
								onChange={(event) =>
									onChange(
										rows.map((other) =>
											other.id === row.id ? { ...other, text: event.target.value } : other,
										),
									)
								}
								error={row.text.trim() ? errors[name] : undefined}
							/>
							<button
								type="button"
								className="btn btn-ghost btn-square mt-1.5 text-muted"
								aria-label={t("settings.pageLinkRemove", { n: index + 1 })}
								onClick={() => onChange(rows.filter((other) => other.id !== row.id))}
							>
								<Icon of={X} />
							</button>
						</div>
					);
				})}
			</div>
			{rows.length < MAX_LINKS && (
				<Button
					tone="quiet"
					size="sm"
					className="-ms-3 mt-2"
					icon={<Icon of={Plus} size={18} />}
					onClick={() => onChange(withEmptyRow(rows))}
				>
					{t("settings.pageLinkAdd")}
				</Button>
			)}
		</fieldset>
	);
}
