#!/usr/bin/python3
"""A WebKitGTK window that WebKitWebDriver drives and whose profile survives a kill.

MiniBrowser, which WebKitWebDriver starts by default, forgets its profile when automated.
Usage, by WebKitWebDriver: webkit-browser.py --profile FOLDER --size WIDTHxHEIGHT [--private]
"""
import argparse
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument('--profile', required=True)
parser.add_argument('--size', required=True)
parser.add_argument('--private', action='store_true')
options, _ = parser.parse_known_args()
width, height = (int(part) for part in options.size.split('x'))

data = WebKit2.WebsiteDataManager(
    base_data_directory=options.profile + '/data', base_cache_directory=options.profile + '/cache'
)
context = (
    WebKit2.WebContext.new_ephemeral() if options.private else WebKit2.WebContext.new_with_website_data_manager(data)
)
context.set_preferred_languages(['ja-JP', 'ja'])
context.set_automation_allowed(True)
windows = []


def open_window(_session):
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    window.move(0, 0)
    window.show_all()
    windows.append(window)
    view.connect('close', lambda _view: window.destroy())
    view.connect('web-process-terminated', lambda _view, why: print('PAGE CRASHED', why, file=sys.stderr, flush=True))
    view.grab_focus()
    return view


def start_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('manabiba-engines')
    session.set_application_info(info)
    session.connect('create-web-view', open_window)


context.connect('automation-started', start_session)
Gtk.main()
