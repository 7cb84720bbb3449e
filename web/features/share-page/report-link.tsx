import { paths } from "../../lib/addresses/paths.ts";
import { useTexts } from "./texts.ts";

export function ReportLink({ slug }: { slug: string }) {
	const t = useTexts();
	return (
		<p className="mt-3 px-5 text-13 sm:px-6">
			<a className="text-muted underline-offset-3 hover:underline" href={paths.reportOf(slug)}>
				{t("share.report")}
			</a>
		</p>
	);
}
