export { AnalyticsPage as default } from "../features/analytics/analytics-page.tsx";
