import type { InlinedShare } from "../../worker/catalogue/shares/contract/share-view.ts";
import ShareRoute from "../routes/share.tsx";
import { BuyerLayout } from "./layouts/buyer-layout.tsx";
import { slugOf } from "./slug.ts";

type Props = {
	address: { pathname: string; search: string };
	inlined: InlinedShare | null;
};

/** Rendered by the Worker and hydrated by the browser. */
export function ShareDocument({ address: { pathname, search }, inlined }: Props) {
	return (
		<BuyerLayout>
			<ShareRoute slug={slugOf(pathname)} search={search} inlined={inlined} />
		</BuyerLayout>
	);
}
