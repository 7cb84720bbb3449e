import { useSearchParams } from "react-router-dom";
import { CustomerList } from "./customer-list.tsx";
import { CustomerView } from "./customer-view.tsx";

export function CustomersPage() {
	const [query] = useSearchParams();
	const id = query.get("customer");
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			{id ? <CustomerView key={id} id={id} /> : <CustomerList />}
		</div>
	);
}
