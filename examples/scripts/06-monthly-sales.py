#!/usr/bin/env python3
"""The sales of a month by channel and model: ./06-monthly-sales.py 2026-11 [UZS]; without a month, the last one.

Role: VIEWER. The figures are those of the dashboard; days are those of the business time zone."""

import calendar
import datetime
import sys

from karvon import call

FIGURES = ("orders", "revenue", "refunded", "netRevenue")

last = datetime.date.today().replace(day=1) - datetime.timedelta(days=1)
month = sys.argv[1] if len(sys.argv) > 1 else last.strftime("%Y-%m")
currency = sys.argv[2] if len(sys.argv) > 2 else "UZS"
year, number = map(int, month.split("-"))
days = calendar.monthrange(year, number)[1]
period = {"range": "custom", "from": f"{month}-01", "to": f"{month}-{days}", "currency": currency}
report = call("GET", "/v1/admin/analytics/sales", period)


def line(name, figures):
    print(",".join([name, *(str(figures[figure]) for figure in FIGURES)]))


print(",".join([f"{month} in {currency}", *FIGURES]))
for each in report["byChannel"]:
    line(each["channel"], each)
for each in report["byModel"]:
    line(each["model"], each)
line("all", report["totals"])
