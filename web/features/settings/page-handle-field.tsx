import { useState } from "react";
import { handleField } from "../../../worker/pages/storefront/contract/handles.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useSettled } from "../../lib/forms/use-settled.ts";
import { fieldText } from "../../lib/i18n/server-texts.ts";
import { useHandleAvailability } from "../../lib/server/queries/own-creator-page.ts";
import { TextField } from "../../ui/field.tsx";
import { useTexts } from "./texts.ts";

/** Checks the handle after this pause in typing, in ms. */
const PAUSE_MS = 350;

export function pageAddress(handle: string): string {
	return `${location.host}${paths.creator(handle)}`;
}

export function PageHandleField({
	current,
	error,
	onInput,
}: {
	current: string | null;
	error: string | undefined;
	onInput: () => void;
}) {
	const t = useTexts();
	const [text, setText] = useState(current ?? "");
	const settled = useSettled(text, PAUSE_MS);
	const parsed = handleField.safeParse(settled);
	const handle = parsed.success ? parsed.data : null;
	const isNew = handle !== null && handle !== current;
	const { data } = useHandleAvailability(isNew ? handle : null);
	const typed = settled === "" || settled !== text;
	const broken =
		!typed && !parsed.success ? fieldText(parsed.error.issues[0]?.message ?? "") : undefined;
	const taken = isNew && data && !data.available ? t("settings.pageTaken") : undefined;
	return (
		<TextField
			label={t("settings.pageHandle")}
			name="handle"
			prefix="/c/"
			className="w-full"
			value={text}
			onChange={(event) => {
				setText(event.target.value);
				onInput();
			}}
			maxLength={60}
			autoCapitalize="none"
			autoComplete="off"
			spellCheck={false}
			error={error ?? broken ?? taken}
			hint={
				<span aria-live="polite" className="wrap-anywhere">
					{isNew && !error && !taken ? (
						data ? (
							<span className="text-primary">
								{t("settings.pageAvailable", { handle: pageAddress(handle) })}
							</span>
						) : (
							t("settings.pageChecking")
						)
					) : handle ? (
						t("settings.pageAddress", { address: pageAddress(handle) })
					) : (
						t("settings.pageHandleHint")
					)}
					{isNew && current && ` ${t("settings.pageMoves", { former: pageAddress(current) })}`}
				</span>
			}
		/>
	);
}
