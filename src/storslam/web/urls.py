"""Addresses: Swedish and speaking."""

from allauth.account import views as account
from django.urls import include, path

from storslam.web.desks import correction, director, health, public

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
urlpatterns = [
    path("", public.home, name="home"),
    path("sasonger/<slug:slug>/", public.season, name="season"),
    path("tavlingar/<slug:slug>/", include(_event)),
    path("spelare/", public.players, name="players"),
    path("sprak/", public.set_language, name="set_language"),
    path("tl/", director.desk, name="desk"),
    path("tl/ny/", director.new_event, name="new_event"),
    path("tl/tavlingar/<slug:slug>/", include(_console)),
    path("konto/", include(_account)),
    path("halsa/", health.health, name="health"),
]
