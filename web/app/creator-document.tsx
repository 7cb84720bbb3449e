import { SWRConfig } from "swr";
import type { InlinedCreator } from "../../worker/pages/storefront/contract/creator-page.ts";
import { CreatorPage } from "../features/creator-page/creator-page.tsx";
import { swrConfig } from "../lib/server/swr.ts";
import { BuyerLayout } from "./layouts/buyer-layout.tsx";
import { handleOf } from "./slug.ts";

type Props = {
	address: { pathname: string };
	inlined: InlinedCreator | null;
};

export function CreatorDocument({ address: { pathname }, inlined }: Props) {
	return (
		<SWRConfig value={swrConfig}>
			<BuyerLayout>
				<CreatorPage handle={handleOf(pathname)} inlined={inlined} />
			</BuyerLayout>
		</SWRConfig>
	);
}
