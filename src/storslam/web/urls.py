"""Addresses: Swedish and speaking."""

from allauth.account import views as account
from django.urls import include, path

from storslam.web.desks import (
    book,
    correction,
    director,
    entry,
    health,
    home,
    people,
    places,
    public,
    qualifying,
    registry,
    trail,
)

_event = [
    path("", public.event, name="event"),
    path("bricka/<int:number>/", public.board, name="board"),
    path("deltagare/<path:code>/", public.card, name="card"),
    path("resultat.pdf", public.result_list, name="result_list"),
    path("scorekort.pdf", public.scorecards, name="scorecards"),
]
_console = [
    path("", director.console, name="console"),
    path("bricka/<int:number>/", director.board, name="console_board"),
    path("bricka/<int:number>/bord/<int:table>/", correction.result, name="console_result"),
    path("lage/", director.change_state, name="console_state"),
    path("domslut/", director.rulings, name="console_rulings"),
    path("domslut/<int:pk>/aterta/", director.withdraw, name="console_withdraw"),
    path("konflikter/<int:pk>/", correction.settle, name="console_settle"),
]
_account = [
    path("in/", account.login, name="account_login"),
    path("ut/", account.logout, name="account_logout"),
    path("inaktivt/", account.account_inactive, name="account_inactive"),
    path("bekrafta/", account.reauthenticate, name="account_reauthenticate"),
    path("losenord/", account.password_change, name="account_change_password"),
    path("tvafaktor/", include("allauth.mfa.urls")),
]
_season = [
    path("", public.season, name="season"),
    path("kansli/", home.office, name="office"),
    path("klocka/", home.shift, name="shift_clock"),
    path("register/", registry.players, name="registry"),
    path("register/inlasning/", registry.upload, name="registry_import"),
    path("register/<str:number>/", registry.player, name="registry_player"),
    path("klubbar/", registry.clubs, name="clubs"),
    path("anmalan/", entry.overview, name="entries"),
    path("anmalan/ny/<int:stage>/", entry.new, name="entry_new"),
    path("anmalan/<int:pk>/", entry.entry, name="entry"),
    path("anmalan/<int:pk>/gor/", entry.act, name="entry_act"),
    path("anmalan/<int:pk>/kort/", entry.card, name="entry_card"),
    path("dispenser/", entry.exemptions, name="exemptions"),
    path("dispenser/<int:pk>/", entry.decide, name="exemption_decide"),
    path("distrikt/<str:code>/", qualifying.district, name="district"),
    path("distrikt/<str:code>/kval/<str:discipline>/", qualifying.qualifier, name="qualifier"),
    path("distrikt/<str:code>/kval/<str:discipline>/gor/", qualifying.act, name="qualifier_act"),
    path("distrikt/<str:code>/session/<int:pk>/", qualifying.session, name="session"),
    path("kval/<str:discipline>/", qualifying.results, name="qualifying_results"),
    path("platser/<str:discipline>/", places.quota, name="quota"),
    path("platser/<str:discipline>/frys/", places.freeze, name="quota_freeze"),
    path("platser/<str:discipline>/lista/", places.listed, name="places"),
    path("platser/<str:discipline>/lista/<int:pk>/", places.act, name="place_act"),
    path("platser/<str:discipline>/pott/", places.pot, name="pot"),
    path("falt/<str:discipline>/", places.field, name="field"),
    path("regler/", book.rules, name="rules"),
    path("spar/", trail.steps, name="trail"),
    path("spar/fil/", trail.export, name="trail_export"),
    path("spar/<int:number>/", trail.step, name="step"),
]
_people = [
    path("", people.everyone, name="people"),
    path("ny/", people.invite, name="invite"),
    path("<int:pk>/", people.person, name="person"),
]
urlpatterns = [
    path("", public.home, name="home"),
    path("sasonger/<slug:slug>/", include(_season)),
    path("mitt/", home.own, name="own"),
    path("mitt/oppna/", home.open_, name="open_season"),
    path("konton/", include(_people)),
    path("inbjudan/<str:token>/", people.accept, name="accept_invitation"),
    path("tavlingar/<slug:slug>/", include(_event)),
    path("spelare/", public.players, name="players"),
    path("sprak/", public.set_language, name="set_language"),
    path("tl/", director.desk, name="desk"),
    path("tl/ny/", director.new_event, name="new_event"),
    path("tl/tavlingar/<slug:slug>/", include(_console)),
    path("konto/", include(_account)),
    path("halsa/", health.health, name="health"),
]
