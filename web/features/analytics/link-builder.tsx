import { useState } from "react";
import { MAX_SOURCE_PART } from "../../../worker/contract/constants.ts";
import { shareLink } from "../../lib/addresses/paths.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { Card } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

const FIELDS = [
	{ name: "source", label: "analytics.linkSource", hint: "analytics.linkSourceHint" },
	{ name: "medium", label: "analytics.linkMedium", hint: "analytics.linkMediumHint" },
	{ name: "campaign", label: "analytics.linkCampaign", hint: "analytics.linkCampaignHint" },
] as const;

type Tags = { source: string; medium: string; campaign: string };

/** Empty tags are left out. */
export function taggedLink(link: string, tags: Tags): string {
	const query = new URLSearchParams(
		Object.entries(tags)
			.map(([name, value]) => [`utm_${name}`, value.trim().toLowerCase().replace(/\s+/g, "-")])
			.filter(([, value]) => value !== ""),
	);
	return query.size === 0 ? link : `${link}?${query}`;
}

export function LinkBuilder({ slug }: { slug: string | null }) {
	const t = useTexts();
	const { data: shares } = useEveryShare();
	const offered = shares?.filter((share) => share.status === "published") ?? [];
	const [chosen, setChosen] = useState(slug);
	const [tags, setTags] = useState<Tags>({ source: "", medium: "", campaign: "" });
	const share = offered.find(({ shareId }) => shareId === chosen) ?? offered[0];
	if (!share) return null;
	return (
		<Card id="link-title" title={t("analytics.linkTitle")} lead={t("analytics.linkText")}>
			<div className="grid gap-5">
				{offered.length > 1 && (
					<SelectField
						label={t("analytics.linkShare")}
						value={share.shareId}
						onChange={(event) => setChosen(event.target.value)}
						className="w-full sm:max-w-md"
					>
						{offered.map(({ shareId, title }) => (
							<option key={shareId} value={shareId}>
								{title}
							</option>
						))}
					</SelectField>
				)}
				<div className="grid gap-5 sm:grid-cols-3">
					{FIELDS.map(({ name, label, hint }) => (
						<TextField
							key={name}
							label={t(label)}
							hint={t(hint)}
							value={tags[name]}
							maxLength={MAX_SOURCE_PART}
							autoCapitalize="none"
							autoComplete="off"
							spellCheck={false}
							className="w-full"
							onChange={(event) => setTags({ ...tags, [name]: event.target.value })}
						/>
					))}
				</div>
				<CopyField
					label={t("analytics.link")}
					value={taggedLink(shareLink(share.shareId), tags)}
					copyLabel={t("analytics.copy")}
					copiedLabel={t("analytics.copied")}
					onFailed={() =>
						toast({
							tone: "destructive",
							title: t("analytics.copyFailed"),
							text: t("analytics.copyFailedText"),
						})
					}
				/>
			</div>
		</Card>
	);
}
