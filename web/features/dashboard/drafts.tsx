import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { useDrafts } from "../../lib/server/queries/drafts.ts";
import { Card } from "../../ui/card.tsx";
import { useTexts } from "./texts.ts";

export function Drafts() {
	const t = useTexts();
	const { data: drafts = [] } = useDrafts();
	if (drafts.length === 0) return null;
	return (
		<Card aria-labelledby="drafts-title" className="p-5 sm:px-6">
			<h2 id="drafts-title" className="text-17">
				{t("dashboard.drafts")}
			</h2>
			<ul className="mt-1 flex flex-wrap gap-x-6">
				{drafts.map(({ id, details }) => (
					<li key={id} className="min-w-0">
						<Link
							to={paths.draft(id)}
							className="block max-w-full truncate py-2 font-medium hover:underline"
						>
							{details.title.trim() || t("dashboard.draftUntitled")}
						</Link>
					</li>
				))}
			</ul>
		</Card>
	);
}
