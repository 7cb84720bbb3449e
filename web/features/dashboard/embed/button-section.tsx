import { useEffect, useState } from "react";
import type { MyShare } from "../../../../worker/contract/catalogue/shares.ts";
import { formatShortMoney } from "../../../lib/i18n/format.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";
import { CopyCode } from "./copy-code.tsx";
import { type ButtonLook, buttonLink, buttonSnippet } from "./snippets.ts";

const SCRIPT = "/button.js";
const MAX_LABEL = 60;

/** Loads the button's script once, so that the preview is the real button. */
function useButtonScript() {
	useEffect(() => {
		if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
		const script = document.createElement("script");
		script.src = SCRIPT;
		document.head.append(script);
	}, []);
}

export function ButtonSection({ share, onFailed }: { share: MyShare; onFailed: () => void }) {
	const t = useTexts();
	useButtonScript();
	const usual = t("dashboard.buttonDefault", {
		price: formatShortMoney(share.price, share.currency),
	});
	const [label, setLabel] = useState(usual);
	const [look, setLook] = useState<ButtonLook>("dark");
	const shown = label.trim() || usual;
	return (
		<section className="grid gap-4" aria-labelledby="embed-button">
			<div>
				<h3 id="embed-button" className="font-semibold text-17">
					{t("dashboard.embedButton")}
				</h3>
				<p className="mt-1 text-muted">{t("dashboard.embedButtonText")}</p>
			</div>
			<div className="grid gap-4 sm:grid-cols-2">
				<TextField
					label={t("dashboard.buttonLabel")}
					value={label}
					maxLength={MAX_LABEL}
					onChange={(event) => setLabel(event.target.value)}
				/>
				<SelectField
					label={t("dashboard.buttonLook")}
					value={look}
					onChange={(event) => setLook(event.target.value === "light" ? "light" : "dark")}
				>
					<option value="dark">{t("dashboard.lookDark")}</option>
					<option value="light">{t("dashboard.lookLight")}</option>
				</SelectField>
			</div>
			<div className="grid min-h-28 place-items-center rounded-control border border-line bg-paper p-5">
				<a href={buttonLink(share.shareId)} data-tillbox={share.shareId} data-look={look}>
					{shown}
				</a>
			</div>
			<CopyCode
				label={t("dashboard.embedButtonCode")}
				code={buttonSnippet(share.shareId, { label: shown, look })}
				onFailed={onFailed}
			/>
		</section>
	);
}
